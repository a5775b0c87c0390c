import { expect, test, type Page } from './fixtures.ts'
import { appId } from './people.ts'
import {
  board,
  expectHue,
  manifests,
  newApp,
  openVersions,
  productionTable,
  promote,
  announcement,
  sandboxTable,
  saveVersion,
  listVersions,
  type Hue,
  type TestApp,
} from './versions.ts'

const promoteButton = (page: Page, version: string) =>
  page.getByRole('button', { name: `Promote version ${version}` })
const promoteDialog = (page: Page, version: string) =>
  page.getByRole('dialog', { name: `Promote version ${version} to production` })
const header = (page: Page) => page.getByRole('region', { name: /^(Version |No version yet)/ })

async function promoteInDialog(page: Page, version: string, notes: string) {
  const dialog = promoteDialog(page, version)
  await dialog.getByRole('textbox', { name: 'Release notes' }).fill(notes)
  await dialog.getByRole('button', { name: 'Promote to production' }).click()
  await expect(dialog).toBeHidden()
}

test.describe('the badge of the header', () => {
  const rows: [title: string, app: string, label: string, hue: Hue][] = [
    ['without a sandbox version is a blue Draft (PROM-01)', 'Daily Photo Digest', 'Draft', 'blue'],
    [
      "with a sandbox version above production's is a magenta Ready for Testing (PROM-02)",
      'Site Sync',
      'Ready for Testing',
      'magenta',
    ],
    ['with equal versions is a green Promoted (PROM-04)', 'Submittal Scout', 'Promoted', 'green'],
    [
      'with production published is a green Approved Version (PROM-05)',
      'Ledger Bridge',
      'Approved Version',
      'green',
    ],
    ['with production in review is a yellow Under Review (PROM-06)', 'Crane Watch', 'Under Review', 'yellow'],
  ]
  for (const [title, app, label, hue] of rows) {
    test(title, async ({ page, signIn, api }) => {
      await signIn('owner')
      await page.goto(`/developer_apps/${await appId(api, app)}`)
      const badge = header(page).getByText(label, { exact: true })
      await expectHue(badge, hue)
      const isReady = label === 'Ready for Testing'
      if (label === 'Draft') await expect(header(page).getByRole('button')).toHaveText(['Create version'])
      else
        await expect(header(page).getByRole('button', { name: 'Promote' })).toBeEnabled({ enabled: isReady })
    })
  }

  test(
    'is Ready for Testing when nothing is in production, and shows Promote',
    { tag: ['@PROM-02', '@PROM-03'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const app = await newApp(api)
      await saveVersion(api, app, '0.1.0')
      await page.goto(`/developer_apps/${app.id}`)
      await expectHue(header(page).getByText('Ready for Testing', { exact: true }), 'magenta')
      await expect(header(page).getByRole('button', { name: 'Promote' })).toBeEnabled()
    },
  )

  test(
    'is a red Unknown State for any other production state',
    { tag: ['@PROM-07'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      // This server never reaches such a state, so this edits its reply.
      await page.route('**/api/v1/manifests?*', async (route) => {
        const response = await route.fetch()
        const versions = (await response.json()) as { versionable_type: string }[]
        await route.fulfill({ response, json: versions.map((version) => ({ ...version, state: null })) })
      })
      await page.goto(`/developer_apps/${await appId(api, 'Ledger Bridge')}`)
      await expectHue(header(page).getByText('Unknown State', { exact: true }), 'red')
      await expect(header(page).getByRole('button', { name: 'Promote' })).toBeDisabled()
    },
  )
})

test(
  'a promoted version is at the top of the production list, which opens, and can be submitted',
  { tag: ['@PROM-09', '@PROM-10', '@PROM-11', '@PROM-12'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await newApp(api)
    await promote(api, await saveVersion(api, app, '0.1.0'))
    await saveVersion(api, app, '0.2.0')
    await openVersions(page, app)
    await promoteButton(page, '0.2.0').click()
    await promoteInDialog(page, '0.2.0', 'Storeys can be renamed.')

    await expect(announcement(page, 'Version 0.2.0 is in production.')).toBeVisible()
    const productionTab = manifests(page).getByRole('tab', { name: 'Production' })
    await expect(productionTab).toHaveAttribute('aria-selected', 'true')
    await expect(productionTab).toBeFocused()
    const rows = productionTable(page).locator('tbody').getByRole('row')
    await expect(rows).toContainText(['0.2.0', '0.1.0'])
    await expect(rows.first()).toContainText('Not submitted')
    await expect(page.getByRole('button', { name: 'Submit for Review: version 0.2.0' })).toBeEnabled()
    const [sandbox] = await listVersions(api, app, 'Sandbox')
    expect(sandbox).toMatchObject({ semantic_version: '0.2.0', changelog: 'Storeys can be renamed.' })
  },
)

test(
  'after a promotion Promote is disabled until a reload, and for good for versions in production',
  { tag: ['@PROM-13', '@PROM-14'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await newApp(api)
    await saveVersion(api, app, '0.1.0')
    await saveVersion(api, app, '0.2.0')
    await openVersions(page, app)
    await page.getByRole('button', { name: 'Show old versions (1)' }).click()
    await expect(promoteButton(page, '0.2.0')).toBeEnabled()
    await promoteButton(page, '0.1.0').click()
    await promoteInDialog(page, '0.1.0', 'First release.')
    await manifests(page).getByRole('tab', { name: 'Sandbox' }).click()
    await expect(promoteButton(page, '0.2.0')).toBeDisabled()
    await expect(promoteButton(page, '0.2.0')).toHaveAccessibleDescription(
      'Another version was just promoted. Reload the page to promote again.',
    )

    await page.reload()
    await expect(promoteButton(page, '0.2.0')).toBeEnabled()
    await page.getByRole('button', { name: 'Show old versions (1)' }).click()
    await expect(promoteButton(page, '0.1.0')).toBeDisabled()
    await expect(promoteButton(page, '0.1.0')).toHaveAccessibleDescription(
      'This version or a newer one is already in production.',
    )
  },
)

test(
  'Promote in the header of Configurations opens the production versions too',
  { tag: ['@PROM-03', '@PROM-12'] },
  async ({ page, signIn, api }) => {
    await signIn('admin-collab')
    const app = await newApp(api)
    await saveVersion(api, app, '0.1.0')
    await page.goto(`/developer_apps/${app.id}`)
    await header(page).getByRole('button', { name: 'Promote' }).click()
    await promoteInDialog(page, '0.1.0', 'First release.')
    await expect(page).toHaveURL(`/developer_apps/${app.id}/versions?environment=production`)
    await expect(productionTable(page)).toContainText('0.1.0')
    await page.getByRole('link', { name: 'Configurations' }).click()
    await expect(header(page).getByText('Promoted', { exact: true })).toBeVisible()
  },
)

test('the promotion dialog shows which permissions companies will be asked for', async ({
  page,
  signIn,
  api,
}) => {
  await signIn('owner')
  const app: TestApp = await newApp(api)
  const asking = (level: string) => ({
    ...board,
    permissions: { company: { directory: 'readonly' }, project: { daily_log: level } },
    oauth: { enabled: true },
  })
  const first = await saveVersion(api, app, '0.1.0', asking('readonly'))
  await openVersions(page, app)
  await promoteButton(page, '0.1.0').click()
  await expect(promoteDialog(page, '0.1.0').getByRole('listitem')).toContainText([
    'Daily Log (project): None → Read-Only',
  ])
  await promote(api, first)
  await saveVersion(api, app, '0.2.0', asking('standard'))
  await page.reload()
  await expect(sandboxTable(page)).toContainText('0.2.0')
  await promoteButton(page, '0.2.0').click()
  const dialog = promoteDialog(page, '0.2.0')
  await expect(dialog).toContainText('Compared with version 0.1.0 in production:')
  await expect(dialog).toContainText('Daily Log (project): Read-Only → Standard')
  await expect(dialog).not.toContainText('Directory')
})
