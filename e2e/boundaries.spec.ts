import type { Locator } from '@playwright/test'
import { expectOnlyCaught, globalText, reloadText, topBar } from './faults.ts'
import { expect, expectAccessible, test, type Page } from './fixtures.ts'
import { appId } from './people.ts'
import { editor, newApp, openEditor, openVersions, manifests, paste } from './versions.ts'

const appNavigation = (page: Page) => page.getByRole('navigation', { name: 'App' })
const company = (page: Page) => page.getByRole('textbox', { name: 'Company' })

/** Makes every component that shows the text of this key throw while `isBroken` is set. */
async function breakText(page: Page, key: string): Promise<void> {
  const fault = `(() => { if (globalThis.isBroken) throw new TypeError('planted fault'); return '${key}' })()`
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch()
    const script = await response.text()
    const body = script.replaceAll(new RegExp(`(["'\`])${key.replaceAll('.', '\\.')}\\1`, 'g'), fault)
    await route.fulfill({ response, body })
  })
}

const startFault = (page: Page) => page.evaluate(() => Object.assign(globalThis, { isBroken: true }))
const endFault = (page: Page) => page.evaluate(() => Object.assign(globalThis, { isBroken: false }))

async function expectFault(container: Page | Locator) {
  const alert = container.getByRole('alert')
  await expect(alert).toContainText(globalText)
  await expect(alert).toContainText(/Error ID: \w{32}/)
}

async function typeOnAccountPage(page: Page) {
  await page.goto('/account')
  await company(page).fill('Typed before')
}

async function expectAccountPage(page: Page) {
  await expect(topBar(page)).toBeVisible()
  await expect(company(page)).toHaveValue('Typed before')
}

test.describe(
  'a fault outside of a page leaves the page and its input intact',
  { tag: ['@SHELL-30', '@SHELL-31', '@SHELL-32'] },
  () => {
    test.beforeEach(async ({ signIn }) => signIn('owner'))

    test('a missing chunk in the bell', async ({ page, consoleErrors }) => {
      await typeOnAccountPage(page)
      await page.route('**/assets/LatestNotifications-*.js', (route) => route.abort())
      await page.getByRole('button', { name: /Notifications/ }).click()
      const bell = page.getByRole('dialog', { name: 'Notifications' })
      await expect(bell.getByRole('alert')).toHaveText(reloadText)
      await expect(bell.getByRole('link', { name: 'See all' })).toBeVisible()
      await expectAccountPage(page)
      await expectAccessible(page)

      await page.unroute('**/assets/LatestNotifications-*.js')
      await bell.getByRole('button', { name: 'Try again' }).click()
      await expect(bell.getByRole('alert')).toHaveCount(0)
      await expect(bell.getByRole('listitem').first()).toBeVisible()
      expectOnlyCaught(consoleErrors, /module bundle/)
    })

    test('a fault in the account menu', async ({ page, consoleErrors }) => {
      await breakText(page, 'shell.darkMode')
      await typeOnAccountPage(page)
      await startFault(page)
      const menu = page.getByRole('button', { name: /^Account menu/ })
      await menu.click()
      await expectFault(page)
      await expectAccountPage(page)

      await endFault(page)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
      expectOnlyCaught(consoleErrors)
    })

    test('a fault in a control of the top bar', async ({ page, consoleErrors }) => {
      await breakText(page, 'shell.accountMenu')
      await page.addInitScript(() => Object.assign(globalThis, { isBroken: true }))
      await typeOnAccountPage(page)
      const broken = page.getByRole('banner').getByRole('button', { name: /^This part of the page failed/ })
      await expect(broken).toBeVisible()
      await expect(page.getByRole('button', { name: /Notifications/ })).toBeVisible()
      await expectAccessible(page)

      await endFault(page)
      await broken.click()
      await expect(page.getByRole('button', { name: /^Account menu/ })).toBeVisible()
      await expectAccountPage(page)
      expectOnlyCaught(consoleErrors)
    })

    test('a fault in the command palette', async ({ page, consoleErrors }) => {
      await breakText(page, 'shell.palette.placeholder')
      await typeOnAccountPage(page)
      await startFault(page)
      await page.keyboard.press('Control+K')
      const palette = page.getByRole('dialog')
      await expectFault(palette)
      await palette.getByRole('button', { name: 'Close' }).click()
      await expectAccountPage(page)
      expectOnlyCaught(consoleErrors)
    })
  },
)

test.describe(
  'a fault in one part of an app leaves its header and tabs intact',
  { tag: ['@SHELL-30', '@SHELL-31', '@SHELL-32'] },
  () => {
    test.beforeEach(async ({ signIn }) => signIn('owner'))

    test('a fault in a tab', async ({ page, api, consoleErrors }) => {
      await breakText(page, 'settings.save')
      const id = await appId(api, 'Site Sync')
      await page.goto(`/developer_apps/${id}`)
      await expect(appNavigation(page)).toBeVisible()
      await startFault(page)
      await appNavigation(page).getByRole('link', { name: 'Settings' }).click()
      await expectFault(page.getByRole('main'))
      await expect(page.getByRole('heading', { level: 1, name: 'Site Sync' })).toBeVisible()
      await expect(topBar(page)).toBeVisible()
      await expectAccessible(page)
      await appNavigation(page).getByRole('link', { name: 'Versions' }).click()
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(manifests(page)).toBeVisible()
      expectOnlyCaught(consoleErrors)
    })

    test('a fault in one section of the listing keeps the input of another', async ({
      page,
      api,
      consoleErrors,
    }) => {
      await breakText(page, 'listings.contact.label')
      const id = await appId(api, 'Site Sync')
      await page.goto(`/developer_apps/${id}/marketplace_listing?section=app`)
      const builtBy = page.getByRole('textbox', { name: 'Built by' })
      await builtBy.fill('Typed before')
      await startFault(page)
      await page.getByRole('tab', { name: /^Contact/ }).click()
      await expectFault(page.getByRole('tabpanel'))
      await expect(appNavigation(page)).toBeVisible()
      await page.getByRole('tab', { name: /^App Information/ }).click()
      await expect(builtBy).toHaveValue('Typed before')
      expectOnlyCaught(consoleErrors)
    })

    test('a missing chunk of the manifest editor', async ({ page, api, consoleErrors }) => {
      const app = await newApp(api)
      await openVersions(page, app)
      await page.route('**/assets/ManifestEditorForm-*.js', (route) => route.abort())
      await manifests(page).getByRole('button', { name: 'Create New Version' }).click()
      const dialog = page.getByRole('dialog', { name: `Create New Version of ${app.name}` })
      await expect(dialog.getByRole('alert')).toHaveText(reloadText)
      await expectAccessible(page)

      await page.unroute('**/assets/ManifestEditorForm-*.js')
      await dialog.getByRole('button', { name: 'Try again' }).click()
      await expect(editor(page)).toBeVisible()
      expectOnlyCaught(consoleErrors, /module bundle/)
    })

    test('a fault beside the manifest editor keeps the typed manifest and number', async ({
      page,
      api,
      consoleErrors,
    }) => {
      await breakText(page, 'manifests.validations.line')
      const dialog = await openEditor(page, await newApp(api))
      await dialog.getByRole('textbox', { name: 'Version number' }).fill('0.7.0')
      await startFault(page)
      await paste(page, '{"schema_version": "4.1", "fullscreen": {"source_url": "typed before"}}')
      await expectFault(dialog)
      await expect(editor(page)).toContainText('typed before')
      await expect(dialog.getByRole('textbox', { name: 'Version number' })).toHaveValue('0.7.0')

      await endFault(page)
      await dialog.getByRole('button', { name: 'Try again' }).click()
      await expect(dialog.getByRole('alert')).toHaveCount(0)
      await expect(editor(page)).toContainText('typed before')
      expectOnlyCaught(consoleErrors)
    })
  },
)

test(
  'a fault in a form keeps its input',
  { tag: ['@SHELL-32'] },
  async ({ page, signIn, api, consoleErrors }) => {
    await signIn('owner')
    await breakText(page, 'settings.internal.created')
    await page.goto(`/developer_apps/${(await newApp(api)).id}/settings`)
    const name = page.getByRole('textbox', { name: 'Internal name' })
    await name.fill('Typed before')
    await startFault(page)
    await name.press('!')
    await expectFault(page.getByRole('main'))
    await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
    await endFault(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(name).toHaveValue('Typed before!')
    expectOnlyCaught(consoleErrors)
  },
)

test(
  'a fault in a drawer leaves the drawer and its page intact',
  { tag: ['@SHELL-32'] },
  async ({ page, signIn, consoleErrors }) => {
    await signIn('staff')
    await breakText(page, 'quotas.history.by')
    await page.goto('/admin/quota_minder?server=Monthly_Sandbox_US01')
    await startFault(page)
    await page.getByRole('button', { name: 'History' }).click()
    const drawer = page.getByRole('dialog')
    await expectFault(drawer)
    await expectAccessible(page)
    await drawer.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'QuotaMinder' })).toBeVisible()
    expectOnlyCaught(consoleErrors)
  },
)
