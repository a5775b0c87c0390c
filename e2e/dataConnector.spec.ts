import type { Locator } from '@playwright/test'
import { openCard, saveCards } from './cards.ts'
import { expect, expectAccessible, test, type Page } from './fixtures.ts'
import { board, newApp, promote, saveVersion, type TestApp } from './versions.ts'

test.describe.configure({ timeout: 180_000 })

const userLevel = (page: Page) => page.getByRole('checkbox', { name: 'User-level authentication' })
const serviceAccount = (page: Page) => page.getByRole('checkbox', { name: 'Service account' })
const builder = (page: Page) => page.getByRole('dialog', { name: 'Permission builder' })
const cell = (page: Page, name: string) => builder(page).getByRole('radio', { name, exact: true })
const apply = (page: Page) => builder(page).getByRole('button', { name: 'Apply permissions' })
const chosen = (page: Page): Locator => page.getByRole('table', { name: 'Service account tools' })

const signedIn = { ...board, oauth: { enabled: true } }
const account = {
  ...signedIn,
  permissions: { company: { directory: 'readonly' }, project: { rfi: 'standard' } },
}

async function openConnector(page: Page, app: TestApp) {
  await openCard(page, app, 'Data connector')
  await expect(userLevel(page)).toBeVisible()
}

async function appWith(api: Parameters<typeof newApp>[0], content: object): Promise<TestApp> {
  const app = await newApp(api)
  await saveVersion(api, app, '0.1.0', content)
  return app
}

test(
  'ticking the service account opens the grid in a drawer 804 px wide, and requires a permission',
  { tag: ['@CONST-07', '@PERM-01', '@PERM-02', '@PERM-03', '@PERM-09', '@PERM-12'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    await openConnector(page, await appWith(api, board))
    await expect(userLevel(page)).not.toBeChecked()
    await serviceAccount(page).click()
    await expect.poll(async () => (await builder(page).boundingBox())?.width).toBe(804)
    await expect(builder(page).getByRole('tab')).toHaveText(['Company tools', 'Project tools'])
    await expect(apply(page)).toBeDisabled()
    await expect(apply(page)).toHaveAccessibleDescription(
      'A service account needs at least one tool with a level above None.',
    )
    await expectAccessible(page)
    await builder(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(builder(page)).toBeHidden()
    await expect(serviceAccount(page)).not.toBeChecked()
    await expect(userLevel(page)).not.toBeChecked()

    await serviceAccount(page).click()
    await cell(page, 'Reports: Read-Only').check()
    await builder(page).getByRole('tab', { name: 'Project tools' }).click()
    await cell(page, 'Daily Log: Admin').check()
    await expect(builder(page)).toContainText('2 tools with access')
    await expect(builder(page)).toContainText('1 tool has the Admin level. Reviewers expect the lowest level')
    await apply(page).click()
    await expect(builder(page)).toBeHidden()
    await expect(serviceAccount(page)).toBeChecked()
    await expect(serviceAccount(page)).toBeFocused()
    await expect(userLevel(page)).toBeChecked()
    await expect(userLevel(page)).toBeDisabled()
    await expect(userLevel(page)).toHaveAccessibleDescription(/Required by the service account\./)
    await expect(chosen(page).getByRole('row')).toHaveText([
      /Tool.*Where.*Level/,
      /Reports.*Company.*Read-Only/,
      /Daily Log.*Project.*Admin/,
    ])
  },
)

test(
  'the permissions can be edited, with warnings, searched and discarded',
  { tag: ['@PERM-03', '@PERM-04', '@PERM-07'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    await openConnector(page, await appWith(api, account))
    const edit = page.getByRole('button', { name: 'Edit permissions' })
    await edit.click()
    await expect(cell(page, 'Directory: Read-Only')).toBeChecked()
    await expect(cell(page, 'Permissions: Read-Only (not available for this tool)')).toBeDisabled()
    await cell(page, 'Directory: Read-Only').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(cell(page, 'Directory: Admin')).toBeChecked()
    await expect(cell(page, 'Directory: Admin')).toHaveAccessibleDescription(
      'Admin on the company Directory also gives Admin on every other company and project tool except Permissions.',
    )
    await builder(page).getByRole('searchbox', { name: 'Search tools' }).fill('log')
    await expect(builder(page).getByRole('rowheader')).toHaveText(['Cost Catalog'])
    await builder(page).getByRole('searchbox', { name: 'Search tools' }).fill('weather')
    await expect(builder(page)).toContainText('No tools match "weather".')
    await expectAccessible(page)

    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Discard your changes?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await apply(page).click()
    await expect(chosen(page)).toContainText(/Admin on the company Directory also gives Admin/)
    await expect(edit).toBeFocused()
    await edit.click()
    await cell(page, 'Directory: None').check()
    await builder(page).getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await expect(builder(page)).toBeHidden()
    await expect(chosen(page).getByRole('rowheader')).toHaveText(['Directory', 'RFIs'])
  },
)

test(
  'restoring a removed service account restores its permissions; user-level authentication stays',
  { tag: ['@PERM-09', '@PERM-12'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    await openConnector(page, await appWith(api, account))
    await serviceAccount(page).uncheck()
    await expect(chosen(page)).toHaveCount(0)
    await expect(userLevel(page)).toBeChecked()
    await expect(userLevel(page)).toBeEnabled()
    await serviceAccount(page).click()
    await expect(cell(page, 'Directory: Read-Only')).toBeChecked()
    await apply(page).click()
    await expect(chosen(page).getByRole('rowheader')).toHaveText(['Directory', 'RFIs'])
  },
)

test(
  'turning off user-level authentication without a service account asks first',
  { tag: ['@PERM-10'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    await openConnector(page, await appWith(api, signedIn))
    await userLevel(page).click()
    const question = page.getByRole('dialog', { name: 'Turn off user-level authentication?' })
    await expect(question).toContainText('the next version has no data connector')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(userLevel(page)).toBeChecked()
    await userLevel(page).click()
    await question.getByRole('button', { name: 'Turn off' }).click()
    await expect(question).toBeHidden()
    await expect(userLevel(page)).not.toBeChecked()
    await expect(userLevel(page)).toBeFocused()
    await userLevel(page).check()
    await expect(question).toBeHidden()
    await expect(userLevel(page)).toBeChecked()
  },
)

test(
  'permissions are saved with user-level authentication, but not while the grid is open',
  { tag: ['@CONF-42', '@PERM-04', '@PERM-12'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await appWith(api, board)
    await openConnector(page, app)
    await serviceAccount(page).click()
    await cell(page, 'Reports: Read-Only').check()
    // Under the open grid, which hides it from the user.
    const header = page.getByRole('region', { name: /^Version /, includeHidden: true })
    const create = header.getByRole('button', {
      name: /^(Create version|Save new version)$/,
      includeHidden: true,
    })
    await expect(create).toBeDisabled()
    await expect(create).toHaveAccessibleDescription('Finish the permissions first.')
    await apply(page).click()
    await expect(builder(page)).toBeHidden()
    expect(await saveCards(page, api, app)).toMatchObject({
      permissions: { company: { reports: 'readonly' } },
      oauth: { enabled: true },
    })
  },
)

test(
  'removing the last part by turning off the data connector can be saved',
  { tag: ['@CONF-45', '@CONF-46'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await appWith(api, { schema_version: '4.1', oauth: { enabled: true } })
    await openConnector(page, app)
    await userLevel(page).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await expect(userLevel(page)).not.toBeChecked()
    expect(await saveCards(page, api, app)).toMatchObject({ oauth: { enabled: false } })
  },
)

test(
  'once promoted, user-level authentication stays on and says why',
  { tag: ['@PERM-11'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await newApp(api)
    await promote(api, await saveVersion(api, app, '0.1.0', signedIn))
    await openConnector(page, app)
    await expect(userLevel(page)).toBeChecked()
    await expect(userLevel(page)).toBeDisabled()
    await expect(userLevel(page)).toHaveAccessibleDescription(
      /You can't turn this off\. A version that uses it has been promoted, and companies may rely on it\./,
    )
    await expect(serviceAccount(page)).toBeEnabled()
  },
)

test(
  'a manifest without support for user-level authentication has no service account either',
  { tag: ['@PERM-13'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const content = {
      schema_version: '3',
      components: { iframe: { instances: [{ name: 'Board', iframe_src: 'https://beamlog.example' }] } },
    }
    await openConnector(page, await appWith(api, content))
    for (const box of [userLevel(page), serviceAccount(page)]) {
      await expect(box).not.toBeChecked()
      await expect(box).toBeDisabled()
      await expect(box).toHaveAccessibleDescription(/uses schema version 3 and has no data connector\./)
    }
  },
)

test(
  'a link leads to the guide to service accounts',
  { tag: ['@PERM-14'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    await openConnector(page, await appWith(api, board))
    await expect(page.getByRole('link', { name: /^About service accounts/ })).toHaveAttribute(
      'href',
      '/documentation/developer-managed-service-accounts',
    )
  },
)

test.describe('with the permission builder switched off', { tag: ['@PERM-15', '@other-settings'] }, () => {
  test('the tools are read here, and changed as JSON', async ({ page, signIn, api }) => {
    await signIn('owner')
    await openConnector(page, await appWith(api, account))
    await expect(serviceAccount(page)).toBeChecked()
    await expect(serviceAccount(page)).toBeDisabled()
    await expect(serviceAccount(page)).toHaveAccessibleDescription(
      /permission builder is turned off\..* as JSON/,
    )
    await expect(chosen(page).getByRole('rowheader')).toHaveText(['Directory', 'RFIs'])
    await expect(page.getByRole('button', { name: 'Edit permissions' })).toHaveCount(0)
  })
})
