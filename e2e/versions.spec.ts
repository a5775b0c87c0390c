import type { Locator } from '@playwright/test'
import { expect, expectNoSidewaysScroll, test, type Page } from './fixtures.ts'
import { appId } from './people.ts'
import {
  expectHue,
  manifests,
  newApp,
  openVersions,
  productionTable,
  promote,
  review,
  announcement,
  sandboxTable,
  saveVersion,
  submission,
} from './versions.ts'

/** How long a closing toast takes to disappear. */
const fadeMs = 250

const headings = (table: Locator) => table.getByRole('columnheader')
const versionsTable = (page: Page, app: string) => page.getByRole('table', { name: `Versions of ${app}` })
const tab = (page: Page, name: string) => manifests(page).getByRole('tab', { name, exact: true })

test.describe('the versions table of the Versions tab', () => {
  test(
    'has version, created, app version key and published to marketplace, newest first',
    { tag: ['@MAN-01', '@MAN-16'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      await page.goto(`/developer_apps/${await appId(api, 'Site Sync')}/versions`)
      const table = versionsTable(page, 'Site Sync')
      await expect(headings(table)).toHaveText([
        'Version',
        'Created',
        'App version key',
        'Published to marketplace',
      ])
      const rows = table.getByRole('row')
      await expect(rows.nth(1)).toHaveText(/^1\.1\.0Sandbox.*No$/)
      await expect(rows.nth(2)).toHaveText(/^1\.0\.0Production.*Yes$/)
      await expect(rows.nth(3)).toHaveText(/^1\.0\.0Sandbox/)
    },
  )

  test(
    'copies an app version key on click and says so for 1500 ms',
    { tag: ['@MAN-02'] },
    async ({ page, context, signIn, api }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await signIn('owner')
      const app = await newApp(api)
      const key = await saveVersion(api, app, '0.1.0')
      await page.clock.install()
      await openVersions(page, app)
      const button = versionsTable(page, app.name).getByRole('button', { name: key })
      await expect(button).toBeVisible()
      await page.clock.pauseAt(Date.now() + 60_000)
      await button.click()
      await expect(announcement(page, 'Copied')).toHaveCount(1)
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
      await expect(button.getByText('Copied')).toBeVisible()
      await page.clock.runFor(1499)
      await expect(button.getByText('Copied')).toBeVisible()
      await page.clock.runFor(1)
      await expect(button.getByText('Copied')).toBeHidden()
      await expect(announcement(page, 'Copied')).toHaveCount(0)
    },
  )

  test(
    "opens a version's manifest as JSON, and the toast after copying closes after 2000 ms",
    { tag: ['@MAN-03', '@MAN-04'] },
    async ({ page, context, signIn, api }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await signIn('owner')
      const app = await newApp(api)
      await saveVersion(api, app, '0.1.0')
      await page.clock.install()
      await openVersions(page, app)
      await versionsTable(page, app.name)
        .getByRole('button', { name: 'View the manifest of version 0.1.0' })
        .click()
      const dialog = page.getByRole('dialog', { name: 'Manifest of version 0.1.0' })
      const shown = await dialog.getByRole('region', { name: 'Manifest as JSON' }).innerText()
      expect(JSON.parse(shown)).toMatchObject({
        schema_version: '4.1',
        fullscreen: { source_url: 'https://beamlog.example/board' },
      })

      await page.clock.pauseAt(Date.now() + 60_000)
      const toast = announcement(page, 'The manifest of version 0.1.0 was copied.')
      await dialog.getByRole('button', { name: 'Copy manifest' }).click()
      await expect(toast).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown)
      await page.clock.runFor(1999)
      await expect(toast).toBeVisible()
      await page.clock.runFor(1 + fadeMs)
      await expect(toast).toBeHidden()
      await page.clock.resume()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('button', { name: /View the manifest/ }).first()).toBeFocused()
    },
  )

  test('has an empty state that offers creating the first version', async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await newApp(api)
    await page.goto(`/developer_apps/${app.id}/versions`)
    await expect(page.getByText('No versions yet')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Create version' })).toBeEnabled()
    await expect(manifests(page).getByText('No sandbox versions yet')).toBeVisible()
    await tab(page, 'Production').click()
    await expect(manifests(page).getByText('Nothing in production yet')).toBeVisible()
  })
})

test.describe('the manifests section', () => {
  test(
    'is below the versions table, with the tabs Sandbox and Production and the chosen one in the URL',
    { tag: ['@MAN-05', '@MAN-07'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const app = await newApp(api)
      await saveVersion(api, app, '0.1.0')
      await openVersions(page, app)
      await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
        'Versions',
        'Manifests',
      ])
      await expect(manifests(page).getByRole('tab')).toHaveText(['Sandbox', 'Production'])
      await expect(tab(page, 'Sandbox')).toHaveAttribute('aria-selected', 'true')
      await expect(sandboxTable(page)).toBeVisible()
      await tab(page, 'Production').click()
      await expect(page).toHaveURL(/environment=production/)
      await page.reload()
      await expect(tab(page, 'Production')).toHaveAttribute('aria-selected', 'true')
      await page.goBack()
      await expect(tab(page, 'Sandbox')).toHaveAttribute('aria-selected', 'true')
    },
  )

  test(
    'labels Sandbox in magenta and Production in blue, light and dark',
    { tag: ['@MAN-15'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const id = await appId(api, 'Site Sync')
      await page.goto(`/developer_apps/${id}/versions`)
      const label = (version: string) =>
        versionsTable(page, 'Site Sync').getByText(version, { exact: true }).first()
      await expect(label('Sandbox')).toBeVisible()
      const expectColors = async () => {
        await expectHue(label('Sandbox'), 'magenta')
        await expectHue(label('Production'), 'blue')
        await expectHue(tab(page, 'Sandbox'), 'magenta')
        await expectHue(tab(page, 'Production'), 'blue')
      }
      await expectColors()
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectColors()
    },
  )

  test(
    'the Sandbox tab shows the newest version until old ones are requested, each with Promote',
    { tag: ['@MAN-08', '@MAN-09', '@MAN-10', '@MAN-11'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const app = await newApp(api)
      await saveVersion(api, app, '0.1.0')
      await saveVersion(api, app, '0.2.0')
      const newest = await saveVersion(api, app, '0.3.0')
      await openVersions(page, app)
      await expect(headings(sandboxTable(page))).toHaveText([
        'Version',
        'Created',
        'App version key',
        'Actions',
      ])
      const rows = sandboxTable(page).locator('tbody').getByRole('row')
      await expect(rows).toHaveCount(1)
      await expect(rows).toContainText('0.3.0')
      await expect(rows).toContainText(newest)
      await page.getByRole('button', { name: 'Show old versions (2)' }).click()
      await expect(rows).toContainText(['0.3.0', '0.2.0', '0.1.0'])
      await expect(sandboxTable(page).getByRole('button', { name: /^Promote version/ })).toHaveCount(3)
      await page.getByRole('button', { name: 'Hide Old Versions' }).click()
      await expect(rows).toHaveCount(1)
      await expect(manifests(page).getByRole('button', { name: 'Create New Version' })).toBeEnabled()
    },
  )

  test(
    'the Production tab shows release date, publication, release notes and review of a version',
    { tag: ['@MAN-12', '@MAN-13', '@MAN-14'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      await page.goto(`/developer_apps/${await appId(api, 'Site Sync')}/versions?environment=production`)
      await expect(headings(productionTable(page))).toHaveText([
        'Version',
        'Released to production',
        'App version key',
        'Published',
        'Release notes',
        'Review',
      ])
      const cells = productionTable(page).getByRole('cell')
      await expect(cells.nth(1)).toHaveText(/\d{4}/)
      await expect(cells.nth(3)).toHaveText('Yes')
      await expect(cells.nth(5)).toContainText('Approved')
      await cells.nth(4).getByRole('button', { name: 'View the release notes of version 1.0.0' }).click()
      const dialog = page.getByRole('dialog', { name: 'Release notes of version 1.0.0' })
      await expect(dialog).toContainText('First public release: a board for the project and a side panel')
      await dialog.getByRole('button', { name: 'Close' }).click()

      await cells.nth(5).getByRole('button', { name: 'Review notes' }).click()
      const notes = page.getByRole('dialog', { name: 'Review notes of version 1.0.0' })
      await expect(notes).toContainText('Test login: reviewer@sitesync.example.')
      // The text that was emailed with the decision.
      await expect(notes).toContainText('least privilege')
      await page.keyboard.press('Escape')
      await expect(notes).toBeHidden()
    },
  )

  test(
    'is on the General tab for platform admins, who can view and review, but not create or promote',
    { tag: ['@MAN-07'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const id = await appId(api, 'Site Sync')
      await signIn('staff')
      await page.goto(`/admin/developer_apps/${id}`)
      await expect(page.getByRole('link', { name: 'General' })).toHaveAttribute('aria-current', 'page')
      await expect(productionTable(page)).toContainText('1.0.0')
      await expect(manifests(page).getByRole('button', { name: /Create|Promote/ })).toHaveCount(0)
      await productionTable(page).getByRole('button', { name: 'Review notes' }).click()
      await expect(page.getByRole('dialog')).toContainText('Clear set-up, least privilege respected.')
      await page.keyboard.press('Escape')
      await tab(page, 'Sandbox').click()
      await expect(headings(sandboxTable(page))).toHaveText(['Version', 'Created', 'App version key'])
      // At the current scroll position the header covers half of a button, which makes it too small a target.
      await page.evaluate(() => window.scrollTo(0, 0))
    },
  )
})

test(
  'government cloud has only production: no tabs, no sandbox version, no Promote',
  { tag: ['@MAN-06', '@PROM-08', '@government'] },
  async ({ page, signIn }) => {
    await signIn('owner')
    await page.goto('/developer_apps')
    await page.getByRole('link', { name: 'Site Sync' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Site Sync' })).toBeVisible()
    await expect(page.getByRole('main').getByText('Approved Version', { exact: true })).toHaveCount(1)
    // Its side panel predates government cloud and must go before a version can be created here.
    await expect(page.getByRole('button', { name: 'Create version' })).toBeDisabled()
    await expect(page.getByRole('region', { name: 'Components' })).toContainText(
      "Side panel components aren't available in government cloud.",
    )
    await expect(page.getByRole('button', { name: 'Promote' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Versions' }).click()
    await expect(productionTable(page)).toContainText('1.0.0')
    await expect(page.getByRole('tab')).toHaveCount(0)
    await expect(page.getByRole('main')).not.toContainText('1.1.0')
    await expect(page.getByRole('main').getByText('Sandbox', { exact: true })).toHaveCount(0)
  },
)

test(
  'developers without the right to edit see everything, with disabled buttons that say who may edit',
  { tag: ['@ROLE-04', '@ROLE-06'] },
  async ({ page, signIn, api }) => {
    await signIn('dev-collab')
    await page.goto(`/developer_apps/${await appId(api, 'Site Sync')}/versions`)
    const create = manifests(page).getByRole('button', { name: 'Create New Version' })
    await expect(create).toBeDisabled()
    await expect(create).toHaveAccessibleDescription("Only the app's owner and admins can create versions.")
    const button = page.getByRole('button', { name: 'Promote version 1.1.0' })
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription("Only the app's owner and admins can promote versions.")
  },
)

test('the app and its versions do not exist for users who do not work on it', async ({
  page,
  signIn,
  api,
}) => {
  await signIn('owner')
  const id = await appId(api, 'Site Sync')
  await signIn('stranger')
  expect((await api.get(`/api/v1/manifests?filters[developer_app_id]=${id}`)).status).toBe(404)
  await page.goto(`/developer_apps/${id}/versions`)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Site Sync')
  await expect(page.getByRole('table')).toHaveCount(0)
})

/** Expects no table to be wider than its card, unless it scrolls in a frame of its own. */
async function expectTablesInsideTheirCards(page: Page) {
  const overflows = await page.evaluate(() =>
    [...document.querySelectorAll('main table')].map((table) => {
      const card = table.closest('section')
      const frame = [...document.querySelectorAll('main [role=group]')].find((group) => group.contains(table))
      if (!card || !frame || getComputedStyle(frame).overflowX !== 'visible') return 0
      return table.getBoundingClientRect().right - card.getBoundingClientRect().right
    }),
  )
  for (const overflow of overflows) expect(overflow).toBeLessThanOrEqual(0)
}

test('every screen of the versions keeps its tables inside their cards at every width', async ({
  page,
  signIn,
  api,
}) => {
  await signIn('owner')
  const app = await newApp(api)
  const key = await promote(api, await saveVersion(api, app, '0.1.0'))
  await review(api, key, submission)
  await saveVersion(api, app, '0.2.0')
  const expectFits = async (address: string, shown: string) => {
    await page.goto(address)
    await expect(page.getByRole('main').getByText(shown).first()).toBeVisible()
    for (const width of [1440, 1280, 1100]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoSidewaysScroll(page)
      await expectTablesInsideTheirCards(page)
    }
  }
  await expectFits(`/developer_apps/${app.id}`, 'Version 0.2.0')
  await expectFits(`/developer_apps/${app.id}/versions`, 'Promote')
  await expectFits(`/developer_apps/${app.id}/versions?environment=production`, 'Under review')
  await signIn('staff')
  await expectFits(`/admin/developer_apps/${app.id}`, 'Under review')
})
