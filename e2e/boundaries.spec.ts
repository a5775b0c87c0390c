import { expectOnlyCaught, reloadText, topBar } from './faults.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { findAppId, registerConfirmed, credentials } from './people.ts'
import { editor, manifests } from './versions.ts'

test(
  'a missing chunk leaves the rest of the page intact, and loads on request',
  { tag: ['@SHELL-30', '@SHELL-31', '@SHELL-32'] },
  async ({ page, signIn, api, consoleErrors }) => {
    await signIn('owner')

    await test.step('in the bell', async () => {
      await page.route('**/assets/LatestNotifications-*.js', (route) => route.abort())
      await page.goto('/account')
      const company = page.getByRole('textbox', { name: 'Company' })
      const typed = `${await company.inputValue()}, typed`
      await company.fill(typed)
      await page.getByRole('button', { name: /Notifications/ }).click()
      const bell = page.getByRole('dialog', { name: 'Notifications' })
      await expect(bell.getByRole('alert')).toHaveText(reloadText)
      await expect(bell.getByRole('link', { name: 'See all' })).toBeVisible()
      await expect(topBar(page)).toBeVisible()
      await expect(company).toHaveValue(typed)
      await expectAccessible(page)

      await page.unroute('**/assets/LatestNotifications-*.js')
      await bell.getByRole('button', { name: 'Try again' }).click()
      await expect(bell.getByRole('alert')).toHaveCount(0)
      await expect(bell.getByRole('listitem').first()).toBeVisible()
      await page.keyboard.press('Escape')
      await company.fill(typed.slice(0, -', typed'.length))
    })

    await test.step('in the manifest editor', async () => {
      await page.goto(`/developer_apps/${await findAppId(api, 'Site Sync')}/versions`)
      await page.route('**/assets/ManifestEditorForm-*.js', (route) => route.abort())
      await manifests(page).getByRole('button', { name: 'Create New Version' }).click()
      const dialog = page.getByRole('dialog', { name: 'Create New Version of Site Sync' })
      await expect(dialog.getByRole('alert')).toHaveText(reloadText)
      await expectAccessible(page)

      await page.unroute('**/assets/ManifestEditorForm-*.js')
      await dialog.getByRole('button', { name: 'Try again' }).click()
      await expect(editor(page)).toBeVisible()
    })
    expectOnlyCaught(consoleErrors, /module bundle/)
  },
)

test(
  'staff edit a listing while the code of their own fields is missing',
  { tag: ['@SHELL-30', '@LADM-01'] },
  async ({ page, signIn, api, consoleErrors }) => {
    await signIn('owner')
    const id = await findAppId(api, 'Site Sync')
    await signIn('staff')
    await page.route('**/assets/StaffFields-*.js', (route) => route.abort())
    await page.goto(`/admin/developer_apps/${id}/marketplace_listing`)
    await expect(page.getByRole('alert')).toHaveText(reloadText)
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    const stored = await name.inputValue()
    await name.fill(`${stored}, typed`)

    await page.unroute('**/assets/StaffFields-*.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('switch', { name: 'Show the security badge' })).toBeVisible()
    await expect(name).toHaveValue(`${stored}, typed`)
    await name.fill(stored)
    expectOnlyCaught(consoleErrors, /module bundle/)
  },
)

test(
  'a page stays, with what was typed, while the code of its messages is missing',
  { tag: '@SHELL-30' },
  async ({ page, signIn, api, mailTo, consoleErrors }) => {
    await signIn(credentials(await registerConfirmed(api, mailTo)))
    await page.goto('/account')
    const newAddress = page.getByRole('textbox', { name: 'New email address' })
    await newAddress.fill('typed@example.test')
    const saveCompany = async (company: string) => {
      await page.getByRole('textbox', { name: 'Company' }).fill(company)
      const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
      await page.getByRole('button', { name: 'Save changes' }).click()
      expect((await saved).status()).toBe(200)
      await expect(page.getByText('There are no changes to save.').first()).toBeVisible()
    }
    let attempts = 0
    await page.route('**/assets/Toasts-*.js', (route) => {
      attempts += 1
      return route.abort()
    })
    await saveCompany('Northwind')
    await expect.poll(() => attempts).toBe(3)
    await expect(newAddress).toHaveValue('typed@example.test')

    await page.unroute('**/assets/Toasts-*.js')
    await saveCompany('Northwind Builders')
    await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
    expectOnlyCaught(consoleErrors, /module bundle|ERR_FAILED/)
  },
)
