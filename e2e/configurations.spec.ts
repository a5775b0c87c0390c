import type { Locator } from '@playwright/test'
import { expect, expectAccessible, test, type Api, type Page } from './fixtures.ts'
import { appId } from './people.ts'
import {
  anotherBrowser,
  bareApp,
  undraftedApp,
  board,
  editor,
  expectHue,
  newApp,
  announcement,
  saveVersion,
  listVersions,
  writeManifest,
  type TestApp,
} from './versions.ts'

test.describe.configure({ timeout: 120_000 })

const required = 'This field is required'
const incomplete = 'All post installation instruction fields must be present'
const missing = 'Please fill in the required fields below before creating a version.'

const keys = (page: Page) => page.getByRole('region', { name: 'Installation keys' })
const header = (page: Page) => page.getByRole('region', { name: /^(Version |No version yet)/ })
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const fold = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const saveDialog = (page: Page, app: TestApp) =>
  page.getByRole('dialog', { name: `Save a new version of ${app.name}` })
const jsonDialog = (page: Page, app: TestApp) =>
  page.getByRole('dialog', { name: `Create New Version of ${app.name}` })

async function open(page: Page, app: Pick<TestApp, 'id'>) {
  await page.goto(`/developer_apps/${app.id}`)
  await expect(card(page, 'Components')).toBeVisible()
}

async function openInstructions(page: Page) {
  await fold(page, 'Instructions').click()
  const fields = card(page, 'Instructions')
  return {
    notes: fields.getByLabel('Notes'),
    label: fields.getByLabel('Page label'),
    url: fields.getByLabel('Page URL'),
  }
}

/** Saves the cards under the suggested number. */
async function saveInCards(page: Page, app: TestApp, button: 'Save new version' | 'Create version') {
  await header(page).getByRole('button', { name: button }).click()
  await saveDialog(page, app).getByRole('button', { name: 'Create version' }).click()
  await expect(saveDialog(page, app)).toBeHidden()
}

async function openJson(page: Page, app: TestApp): Promise<Locator> {
  await page.getByRole('button', { name: 'Edit as JSON' }).click()
  await expect(editor(page)).toBeFocused()
  return jsonDialog(page, app)
}

const findNewest = async (api: Api, app: TestApp) => (await listVersions(api, app, 'Sandbox'))[0]

const guide = { notes: 'Sign in.', page: { url: 'https://beamlog.example/guide', label: 'Guide' } }
const described = { ...board, post_installation_instruction: guide }

test.describe('the installation keys', () => {
  test(
    'come first: the newest key of each environment and the sandbox URL, each with a copy button',
    { tag: ['@CONF-01', '@CONF-03'] },
    async ({ page, context, signIn, api }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await signIn('owner')
      const app = { id: await undraftedApp(api, 'Site Sync'), name: 'Site Sync' }
      await open(page, app)
      await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(
        'Installation keys',
      )
      const { body } = await api.get(`/api/v1/developer_apps/${app.id}`)
      const [sandbox, production] = await Promise.all(
        (['Sandbox', 'ProductionEnvironment'] as const).map(
          async (type) => (await listVersions(api, app, type))[0],
        ),
      )
      const expected = {
        'Sandbox app version key': sandbox?.app_version_id,
        'Production app version key': production?.app_version_id,
        'Sandbox URL': (body as { sandbox: { url: string } }).sandbox.url,
      }
      await expect(keys(page)).toContainText("Version 1.1.0. Works only in the app's sandbox company")
      await expect(keys(page)).toContainText('Version 1.0.0. Works in every company on Trestle')
      for (const [name, value] of Object.entries(expected)) {
        await expect(keys(page)).toContainText(value ?? 'a value')
        await keys(page)
          .getByRole('button', { name: `Copy ${name}` })
          .click()
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value)
      }
      await expectHue(keys(page).getByText('Sandbox', { exact: true }).first(), 'magenta')
      await expectHue(keys(page).getByText('Production', { exact: true }), 'blue')
    },
  )

  test(
    'say where a key will come from while there is none',
    { tag: ['@CONF-03'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      await open(page, await bareApp(api))
      await expect(keys(page)).toContainText('Available when you create your first version.')
      await expect(keys(page)).toContainText('Available when you promote your first version.')
      await expect(keys(page).getByRole('button')).toHaveCount(1)
    },
  )

  test(
    'show no sandbox in government cloud',
    { tag: ['@CONF-02', '@government'] },
    async ({ page, signIn }) => {
      await signIn('owner')
      await page.goto('/developer_apps')
      await page.getByRole('link', { name: 'Site Sync' }).click()
      await expect(keys(page)).toContainText('Production app version key')
      await expect(keys(page).getByRole('term')).toHaveCount(1)
      await expect(page.getByRole('main')).not.toContainText(/sandbox/i)
    },
  )
})

test.describe('the cards', () => {
  test(
    'are Components, open, then Data connector and Instructions, folded; they fold by keyboard',
    { tag: ['@CONF-04', '@CONF-05', '@CONF-06', '@CONF-07', '@CONF-08'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      await open(page, { id: await undraftedApp(api, 'Site Sync') })
      const headings = page.getByRole('main').getByRole('heading', { level: 2 })
      await expect(headings).toHaveText([
        'Installation keys',
        'Version 1.1.0',
        'Components',
        'Data connector',
        'Instructions',
      ])
      const isOpen = (name: string) => fold(page, name).getAttribute('aria-expanded')
      expect([
        await isOpen('Components'),
        await isOpen('Data connector'),
        await isOpen('Instructions'),
      ]).toEqual(['true', 'false', 'false'])
      await expect(card(page, 'Components').getByRole('button', { name: 'Edit full screen' })).toBeVisible()
      await expect(card(page, 'Data connector').getByRole('checkbox', { includeHidden: true })).toHaveCount(2)
      await expect(card(page, 'Data connector').getByRole('checkbox')).toHaveCount(0)
      await expect(card(page, 'Data connector')).toContainText(
        'User-level authentication · Service account with 3 tools',
      )
      await expect(card(page, 'Instructions')).toContainText('How to link a company')
      await expect(card(page, 'Instructions').getByLabel('Notes')).toBeHidden()

      await fold(page, 'Instructions').focus()
      await page.keyboard.press('Enter')
      await expect(fold(page, 'Instructions')).toHaveAttribute('aria-expanded', 'true')
      await expect(card(page, 'Instructions').getByLabel('Notes')).toHaveValue(/^Sign in to Site Sync/)
      await fold(page, 'Components').focus()
      await page.keyboard.press('Space')
      await expect(card(page, 'Components')).toContainText('Full screen · Side panel on 3 views')
    },
  )
})

test.describe('the header', () => {
  test(
    'shows the version with its badge, its manifest, Promote and the button that creates a version',
    { tag: ['@CONF-09', '@CONF-10', '@CONF-11', '@CONF-12'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      await open(page, { id: await undraftedApp(api, 'Site Sync') })
      await expect(header(page).getByRole('heading')).toHaveText('Version 1.1.0')
      await expect(header(page)).toContainText('Ready for Testing')
      await expect(header(page).getByRole('button')).toHaveText([
        'View manifest',
        'Promote',
        'Create version',
      ])
      await header(page).getByRole('button', { name: 'View manifest' }).click()
      await expect(page.getByRole('dialog', { name: 'Manifest of version 1.1.0' })).toContainText('sidepanel')
      await page.keyboard.press('Escape')
      await expect(header(page).getByRole('button', { name: 'View manifest' })).toBeFocused()
    },
  )

  test(
    'offers to save or discard changes; leaving the page asks first',
    { tag: ['@CONF-12'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const app = { id: await undraftedApp(api, 'Site Sync'), name: 'Site Sync' }
      await open(page, app)
      const { label } = await openInstructions(page)
      await label.fill('How to link your company')
      await expect(header(page).getByRole('button')).toHaveText([
        'View manifest',
        'Promote',
        'Save new version',
        'Discard changes',
      ])
      await expect(header(page).getByRole('button', { name: 'Promote' })).toHaveAccessibleDescription(
        'Save or discard your changes first.',
      )
      await expect(announcement(page, 'You have unsaved changes.')).toBeVisible()
      await expectAccessible(page)

      await page.getByRole('link', { name: 'Versions' }).click()
      const question = page.getByRole('dialog', { name: 'Discard your changes?' })
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await expect(label).toHaveValue('How to link your company')

      await header(page).getByRole('button', { name: 'Discard changes' }).click()
      await expect(question).toContainText('go back to version 1.1.0')
      await question.getByRole('button', { name: 'Discard changes' }).click()
      await expect(label).toHaveValue('How to link a company')
      await expect(header(page).getByRole('button', { name: 'Create version' })).toBeFocused()
      await page.getByRole('link', { name: 'Versions' }).click()
      await expect(page).toHaveURL(/versions$/)
    },
  )

  test('asks once for the page and an open drawer before leaving', async ({ page, signIn }) => {
    await signIn('owner')
    await page.goto('/developer_apps')
    await page.getByRole('link', { name: 'Site Sync' }).click()
    const { label } = await openInstructions(page)
    await label.fill('How to link your company')
    await page.getByRole('button', { name: 'Edit full screen' }).click()
    const drawer = page.getByRole('dialog', { name: 'Edit the full screen component' })
    await drawer.getByRole('textbox', { name: /^Source URL/ }).fill('https://beamlog.example')
    const question = page.getByRole('dialog', { name: 'Discard your changes?' })
    await page.goBack()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(drawer.getByRole('textbox', { name: /^Source URL/ })).toHaveValue('https://beamlog.example')
    await page.goBack()
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await expect(page).toHaveURL('/developer_apps')
    await expect(question).toHaveCount(0)
  })

  test(
    'saves with Ctrl+S and returns the focus to where it was',
    { tag: ['@CONF-12'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const app = await newApp(api)
      await saveVersion(api, app, '0.1.0', described)
      await open(page, app)
      const { label } = await openInstructions(page)
      await label.fill('Set-up')
      await page.keyboard.press('ControlOrMeta+S')
      const dialog = saveDialog(page, app)
      await expect(dialog.getByLabel('Version number')).toBeFocused()
      await expect(dialog.getByLabel('Version number')).toHaveValue('0.2.0')
      await expect(dialog).toContainText("Based on version 0.1.0, which isn't changed.")
      await expectAccessible(page)

      await dialog.getByLabel('Version number').fill('0.1.0')
      await page.keyboard.press('ControlOrMeta+S')
      await expect(dialog.getByLabel('Version number')).toHaveAccessibleDescription(
        /Version 0\.1\.0 already exists\. The next free numbers are 0\.1\.1, 0\.2\.0 and 1\.0\.0\./,
      )
      await dialog.getByLabel('Version number').fill('')
      await expect(dialog.getByRole('button', { name: 'Create version' })).toBeDisabled()
      await expect(dialog.getByRole('button', { name: 'Create version' })).toHaveAccessibleDescription(
        'Choose a version number.',
      )
      await dialog.getByLabel('Version number').fill('0.1.1')
      await page.keyboard.press('Enter')
      await expect(announcement(page, 'Version 0.1.1 was created.')).toBeVisible()
      await expect(header(page).getByRole('heading')).toHaveText('Version 0.1.1')
      await expect(label).toBeFocused()
      expect((await findNewest(api, app))?.content).toMatchObject({
        post_installation_instruction: { notes: 'Sign in.', page: { label: 'Set-up' } },
      })
    },
  )
})

test.describe('the instructions', () => {
  test(
    'require all fields or none, with errors after leaving a field; empty ones are not saved',
    { tag: ['@CONF-37', '@CONF-38', '@CONF-39', '@CONF-40', '@CONF-51'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const app = await newApp(api)
      await saveVersion(api, app, '0.1.0')
      await open(page, app)
      await expect(card(page, 'Instructions')).toContainText('Nothing is shown after installation.')
      const { notes, label, url } = await openInstructions(page)
      const save = header(page).getByRole('button', { name: 'Save new version' })

      await notes.fill('Sign in as an owner.')
      await expect(card(page, 'Instructions')).not.toContainText(required)
      await expect(save).toBeDisabled()
      await notes.press('Tab')
      await expect(card(page, 'Instructions').getByRole('alert')).toHaveText(incomplete)
      await expect(card(page, 'Instructions')).not.toContainText(required)
      await label.press('Tab')
      await expect(label).toHaveAccessibleDescription(new RegExp(required))
      await expect(url).not.toHaveAccessibleDescription(new RegExp(required))
      await url.press('Tab')
      await expect(url).toHaveAccessibleDescription(new RegExp(required))
      await expect(header(page).getByRole('alert')).toHaveText(missing)
      await expect(save).toHaveAccessibleDescription('Correct the errors below first.')
      await expectAccessible(page)

      await label.fill('Guide')
      await url.fill('http://beamlog.example')
      await expect(card(page, 'Instructions').getByText(incomplete)).toBeHidden()
      await expect(url).toHaveAccessibleDescription(/This URL is invalid/)
      await url.fill('https://beamlog.example/guide')
      await expect(header(page).getByRole('alert')).toBeHidden()
      await saveInCards(page, app, 'Save new version')
      expect((await findNewest(api, app))?.content['post_installation_instruction']).toEqual({
        notes: 'Sign in as an owner.',
        page: { url: 'https://beamlog.example/guide', label: 'Guide' },
      })

      await notes.fill('')
      await label.fill('  ')
      await url.fill('')
      await url.press('Tab')
      await expect(card(page, 'Instructions').getByRole('alert')).toBeHidden()
      await saveInCards(page, app, 'Save new version')
      await expect(header(page).getByRole('heading')).toHaveText('Version 0.3.0')
      expect((await findNewest(api, app))?.content).not.toHaveProperty('post_installation_instruction')
    },
  )
})

test.describe('the JSON editor', () => {
  test('starts from the unsaved state of the cards, and the cards show what was typed in it', async ({
    page,
    signIn,
    api,
  }) => {
    await signIn('owner')
    const app = await newApp(api)
    await saveVersion(api, app, '0.1.0', described)
    await open(page, app)
    const { label } = await openInstructions(page)
    await label.fill('Handbook')
    const dialog = await openJson(page, app)
    await expect(dialog).toContainText('Starts from version 0.1.0, including your unsaved changes.')
    await expect(editor(page)).toContainText('"label": "Handbook"')

    const typed = JSON.stringify(
      { ...described, oauth: { enabled: true }, post_installation_instruction: { ...guide, notes: 'Read.' } },
      null,
      4,
    )
    await writeManifest(page, typed)
    await dialog.getByRole('button', { name: 'Back to the cards' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Edit as JSON' })).toBeFocused()
    await expect(label).toHaveValue('Guide')
    await expect(card(page, 'Instructions').getByLabel('Notes')).toHaveValue('Read.')
    await expect(card(page, 'Data connector')).toContainText('User-level authentication')
    await expect(header(page).getByRole('button', { name: 'Discard changes' })).toBeVisible()

    // The text keeps its formatting, an indent of four spaces.
    await openJson(page, app)
    await expect(editor(page).locator('.cm-line').nth(1)).toHaveText(/^ {4}"schema_version"/)
    await writeManifest(page, '{ "schema_version": ')
    await page.keyboard.press('Escape')
    await jsonDialog(page, app).getByRole('button', { name: 'Close' }).click()
    const question = page.getByRole('dialog', { name: 'Discard your changes?' })
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await expect(jsonDialog(page, app)).toBeHidden()
    await expect(card(page, 'Instructions').getByLabel('Notes')).toHaveValue('Read.')
    await saveInCards(page, app, 'Save new version')
    expect((await findNewest(api, app))?.content).toMatchObject({
      oauth: { enabled: true },
      fullscreen: board.fullscreen,
      post_installation_instruction: { ...guide, notes: 'Read.' },
    })
  })

  test('creates a version itself, and the cards then start from that version', async ({
    page,
    signIn,
    api,
  }) => {
    await signIn('owner')
    const app = await newApp(api)
    await open(page, app)
    const dialog = await openJson(page, app)
    await writeManifest(page, described)
    await expect(dialog.getByRole('status').filter({ hasText: 'Validation passed' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Create version' }).click()
    await expect(dialog).toBeHidden()
    await expect(header(page).getByRole('heading')).toHaveText('Version 0.1.0')
    await expect(header(page).getByRole('button', { name: 'Discard changes' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Edit as JSON' })).toBeFocused()
  })

  test("shows the server's errors beside the text they concern", async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await newApp(api)
    await saveVersion(api, app, '0.1.0')
    await open(page, app)
    await openJson(page, app)
    await writeManifest(page, { ...board, extra: 1 })
    await page.keyboard.press('Escape')
    await jsonDialog(page, app).getByRole('button', { name: 'Back to the cards' }).click()
    await header(page).getByRole('button', { name: 'Save new version' }).click()
    await saveDialog(page, app).getByRole('button', { name: 'Create version' }).click()
    await expect(saveDialog(page, app).getByRole('alert')).toContainText(
      'Something went wrong when saving the new version.',
    )
    await expectAccessible(page)
    await saveDialog(page, app).getByRole('button', { name: 'Cancel' }).click()
    await expect(header(page).getByRole('alert')).toContainText('extra')
  })

  test(
    'shows an older schema converted, and what was left out',
    { tag: ['@CONF-13'] },
    async ({ page, signIn, api }) => {
      await signIn('partner')
      const app = { id: await appId(api, 'Kilnworks Pours'), name: 'Kilnworks Pours' }
      await open(page, app)
      const main = page.getByRole('main')
      await expect(main).toContainText('Version 0.9.0 uses schema version 3.')
      await expect(main).toContainText('components › iframe › instances › 0 › name')
      await expect(card(page, 'Instructions')).toContainText('Set-up sheet')
      await openJson(page, app)
      await expect(editor(page)).toContainText('"schema_version": "4.1"')
    },
  )
})

test.describe('two people at once', { tag: ['@apart'] }, () => {
  const app = { name: 'Site Sync' }

  async function save(page: Page, id: number) {
    await header(page).getByRole('button', { name: 'Save new version' }).click()
    await saveDialog(page, { ...app, id })
      .getByRole('button', { name: 'Create version' })
      .click()
  }

  test("the second of two savers chooses between the other's version and saving on top of it", async ({
    page,
    browser,
    signIn,
    api,
    portal,
  }) => {
    await signIn('owner')
    const id = await appId(api, app.name)
    const other = await anotherBrowser(browser, portal.url, 'admin-collab')
    const question = page.getByRole('dialog', { name: /^Version .* was saved while you were editing$/ })

    await test.step('they save first, and theirs is chosen', async () => {
      await open(page, { id })
      await open(other, { id })
      const mine = await openInstructions(page)
      const theirs = await openInstructions(other)
      await mine.label.fill('Mine')
      await theirs.label.fill('Theirs')
      await save(other, id)
      await expect(header(other).getByRole('heading')).toHaveText('Version 1.2.0')
      await save(page, id)
      await expect(question).toContainText(/saved version 1\.2\.0 on .*\./)
      await expect(question).toContainText('Your own changes are then lost')
      await expectAccessible(page)
      await question.getByRole('button', { name: 'Reload' }).click()
      await expect(saveDialog(page, { ...app, id })).toBeHidden()
      await expect(header(page).getByRole('heading')).toHaveText('Version 1.2.0')
      await expect(mine.label).toHaveValue('Theirs')
      await expect(header(page).getByRole('button', { name: 'Discard changes' })).toBeHidden()
    })

    await test.step('they save first again, and mine goes on top', async () => {
      await card(page, 'Instructions').getByLabel('Page label').fill('Mine')
      await card(other, 'Instructions').getByLabel('Page label').fill('Theirs again')
      await save(other, id)
      await expect(header(other).getByRole('heading')).toHaveText('Version 1.3.0')
      await save(page, id)
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await expect(question).toBeHidden()
      const dialog = saveDialog(page, { ...app, id })
      await dialog.getByRole('button', { name: 'Create version' }).click()
      await expect(dialog.getByLabel('Version number')).toHaveAccessibleDescription(
        /Version 1\.3\.0 already exists/,
      )
      await dialog.getByLabel('Version number').fill('1.3.1')
      await dialog.getByRole('button', { name: 'Create version' }).click()
      await question.getByRole('button', { name: 'Save anyway as 1.3.1' }).click()
      await expect(header(page).getByRole('heading')).toHaveText('Version 1.3.1')
      const saved = await findNewest(api, { ...app, id })
      expect(saved?.content).toMatchObject({ post_installation_instruction: { page: { label: 'Mine' } } })
    })

    await test.step('in the JSON editor it is the same question', async () => {
      await openJson(page, { ...app, id })
      await writeManifest(page, { ...described, oauth: { enabled: true } })
      await other.reload()
      await (await openInstructions(other)).label.fill('Theirs, last')
      await save(other, id)
      await expect(header(other).getByRole('heading')).toHaveText('Version 1.4.0')
      const dialog = jsonDialog(page, { ...app, id })
      await dialog.getByRole('button', { name: 'Create version' }).click()
      await question.getByRole('button', { name: 'Reload' }).click()
      await expect(dialog).toBeHidden()
      await expect(card(page, 'Instructions').getByLabel('Page label')).toHaveValue('Theirs, last')
    })
    await other.close()
  })
})

test(
  'where the server counts, saving asks for no number',
  { tag: ['@MAN-35', '@limited'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await newApp(api)
    await open(page, app)
    const { label } = await openInstructions(page)
    await label.fill('Guide')
    await header(page).getByRole('button', { name: 'Save new version' }).click()
    await expect(saveDialog(page, app)).toContainText(
      'The version number is assigned when you create the version.',
    )
    await saveDialog(page, app).getByRole('button', { name: 'Create version' }).click()
    await expect(header(page).getByRole('heading')).toHaveText('Version 1')
  },
)

test(
  'explains why nothing can be edited while new manifests are paused',
  { tag: ['@MAN-44', '@paused'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    await open(page, { id: await undraftedApp(api, 'Site Sync') })
    const create = header(page).getByRole('button', { name: 'Create version' })
    await expect(create).toHaveAccessibleDescription('Creating versions is paused.')
    await expect(page.getByRole('main')).toContainText('You have view-only access to this page.')
    await expect(page.getByRole('button', { name: 'Edit as JSON' })).toHaveCount(0)
    await expectAccessible(page)
  },
)

test(
  'developers who may not edit see the cards and why they cannot change them',
  { tag: ['@ROLE-06'] },
  async ({ page, signIn, api }) => {
    await signIn('dev-collab')
    await open(page, { id: await undraftedApp(api, 'Site Sync') })
    await expect(page.getByRole('main')).toContainText(
      "You have view-only access to this page. Only the app's owner and admins can create versions.",
    )
    await expect(header(page).getByRole('button', { name: 'Create version' })).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Edit as JSON' })).toHaveCount(0)
    await fold(page, 'Data connector').click()
    await fold(page, 'Instructions').click()
    await expect(
      card(page, 'Instructions').getByRole('link', { name: /How to link a company/ }),
    ).toBeVisible()
    await expect(card(page, 'Instructions').getByRole('textbox')).toHaveCount(0)
  },
)

test('creating the first version on the Versions tab moves the focus to its list', async ({
  page,
  signIn,
  api,
}) => {
  await signIn('owner')
  const app = await newApp(api)
  await page.goto(`/developer_apps/${app.id}/versions`)
  await page.getByRole('button', { name: 'Create version', exact: true }).click()
  await jsonDialog(page, app).getByRole('button', { name: 'Create version' }).click()
  await expect(jsonDialog(page, app)).toBeHidden()
  await expect(page.getByRole('table', { name: `Versions of ${app.name}` })).toContainText('0.1.0')
  const focused = page.locator(':focus')
  await expect(focused).toContainText('Versions')
  await expect(focused.getByRole('table')).toHaveCount(1)
})

test(
  'a first version can be built entirely in the cards',
  { tag: ['@CONF-08', '@CONF-12', '@CONF-13', '@CONF-15', '@CONF-26', '@CONF-31', '@PROM-01'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await newApp(api)
    await open(page, app)
    await expect(header(page)).toContainText('Draft')

    await test.step('untouched it is the template, and saving says what of it is an example', async () => {
      await header(page).getByRole('button', { name: 'Create version' }).click()
      const dialog = saveDialog(page, app)
      await expect(dialog).toContainText('The manifest still contains example text')
      await expect(dialog.getByRole('listitem')).toHaveText([
        'post_installation_instruction › notes',
        'post_installation_instruction › page › url',
      ])
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
    })

    await expect(header(page)).toContainText('Companies can install the app when it has a version.')

    await test.step('a side panel with a parameter', async () => {
      await page.getByRole('button', { name: 'Add component' }).click()
      const form = page.getByRole('dialog', { name: 'Add component' })
      await form.getByRole('radio', { name: 'Side panel' }).check()
      await form.getByRole('textbox', { name: /^Source URL/ }).fill('https://beamlog.example/panel')
      await form.getByRole('checkbox', { name: 'RFI', exact: true }).check()
      await form.getByRole('button', { name: 'Add parameter' }).click()
      const parameter = form.getByRole('group', { name: 'Parameter 1' })
      await parameter.getByRole('textbox', { name: /^Name/ }).fill('Folder')
      await parameter.getByRole('textbox', { name: /^Key/ }).fill('folder')
      await parameter.getByRole('textbox', { name: /^Description/ }).fill('Where the drawings are')
      await form
        .getByRole('textbox', { name: /^Source URL/ })
        .fill('https://beamlog.example/panel/{{folder}}')
      await form.getByRole('button', { name: 'Save component' }).click()
      await expect(form).toBeHidden()
      await expect(card(page, 'Components')).toContainText('https://beamlog.example/panel/{{folder}}')
    })

    await test.step('a service account', async () => {
      await fold(page, 'Data connector').click()
      await page.getByRole('checkbox', { name: 'Service account' }).click()
      const grid = page.getByRole('dialog', { name: 'Permission builder' })
      await grid.getByRole('tab', { name: 'Project tools' }).click()
      await grid.getByRole('radio', { name: 'Daily Log: Read-Only', exact: true }).check()
      await grid.getByRole('button', { name: 'Apply permissions' }).click()
      await expect(grid).toBeHidden()
      await expect(page.getByRole('checkbox', { name: 'User-level authentication' })).toBeChecked()
    })

    await test.step('instructions', async () => {
      const { notes, label, url } = await openInstructions(page)
      await notes.fill('Sign in as an owner.')
      await label.fill('Set-up')
      await url.fill('https://beamlog.example/set-up')
    })

    await test.step('as version 0.1.0', async () => {
      await openJson(page, app)
      await expect(editor(page)).toContainText('"source_url": "https://beamlog.example/panel/{{folder}}"')
      await page.keyboard.press('Escape')
      await jsonDialog(page, app).getByRole('button', { name: 'Back to the cards' }).click()
      await expect(jsonDialog(page, app)).toBeHidden()
      await saveInCards(page, app, 'Save new version')
      await expect(header(page).getByRole('heading')).toHaveText('Version 0.1.0')
      await expect(header(page)).toContainText('Ready for Testing')
      await expect(header(page).getByRole('button', { name: 'Create version' })).toBeFocused()
      const version = await findNewest(api, app)
      await expect(keys(page)).toContainText(version?.app_version_id ?? 'a key')
      expect(version?.content).toEqual({
        schema_version: '4.1',
        app_manifest: { id: expect.any(String), name: app.name },
        post_installation_instruction: {
          notes: 'Sign in as an owner.',
          page: { url: 'https://beamlog.example/set-up', label: 'Set-up' },
        },
        sidepanel: {
          uuid: expect.any(String),
          source_url: 'https://beamlog.example/panel/{{folder}}',
          description: '',
          views: ['rfi.detail'],
          user_configuration: {
            schema: {
              type: 'object',
              required: [],
              properties: {
                folder: { name: 'Folder', type: 'string', description: 'Where the drawings are' },
              },
            },
          },
        },
        permissions: { project: { daily_log: 'readonly' } },
        oauth: { enabled: true },
      })
    })
  },
)

test.describe('saving a version', () => {
  const saveButton = (page: Page) =>
    page
      .locator('main')
      .getByRole('button', { name: /^(Create version|Save new version)$/, includeHidden: true })

  test(
    'is refused while a form is open or the manifest is empty, except after removing the data connector',
    {
      tag: [
        '@CONF-41',
        '@CONF-42',
        '@CONF-43',
        '@CONF-44',
        '@CONF-45',
        '@CONF-46',
        '@CONF-47',
        '@CONF-48',
        '@CONF-49',
        '@CONF-50',
        '@LVAL-49',
      ],
    },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const app = await newApp(api)
      await saveVersion(api, app, '0.1.0')
      await open(page, app)
      await expect(saveButton(page)).toBeEnabled()

      await page.getByRole('button', { name: 'Add component' }).click()
      const form = page.getByRole('dialog', { name: 'Add component' })
      await expect(form).toBeVisible()
      await expect(saveButton(page)).toBeDisabled()
      await expect(page.getByText('Finish the component first.')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(form).toBeHidden()
      await expect(saveButton(page)).toBeEnabled()

      await fold(page, 'Data connector').click()
      await page.getByRole('checkbox', { name: 'Service account' }).click()
      const grid = page.getByRole('dialog', { name: 'Permission builder' })
      await expect(grid).toBeVisible()
      await expect(saveButton(page)).toBeDisabled()
      await expect(page.getByText('Finish the permissions first.')).toHaveCount(1)
      await grid.getByRole('button', { name: 'Cancel' }).click()
      await expect(grid).toBeHidden()

      await page.getByRole('button', { name: 'Delete Full screen' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete component' }).click()
      await expect(header(page).getByRole('alert')).toHaveText(missing)
      await expect(card(page, 'Components')).toContainText(
        'At least one of fullscreen or sidepanel must be present',
      )
      await expect(saveButton(page)).toBeDisabled()
      await page.keyboard.press('ControlOrMeta+S')
      await expect(saveDialog(page, app)).toBeHidden()

      const userLevel = page.getByRole('checkbox', { name: 'User-level authentication' })
      await userLevel.check()
      await expect(saveButton(page)).toBeEnabled()
      await userLevel.click()
      await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
      await expect(userLevel).not.toBeChecked()
      await expect(header(page).getByRole('alert')).toBeHidden()
      await saveInCards(page, app, 'Save new version')
      await expect(header(page).getByRole('heading')).toHaveText('Version 0.2.0')
      expect((await findNewest(api, app))?.content).not.toHaveProperty('fullscreen')

      // The new version is loaded, so an empty manifest is no longer allowed.
      await expect(saveButton(page)).toBeDisabled()
      await expect(header(page).getByRole('alert')).toHaveText(missing)
    },
  )
})
