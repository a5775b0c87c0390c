import { expect, test, type Page } from './fixtures.ts'
import { appId } from './people.ts'
import { newApp, promote, announcement, saveVersion } from './versions.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to' })
const box = (page: Page) => palette(page).getByRole('combobox', { name: 'Search pages, apps and actions' })
const option = (page: Page, name: string) => palette(page).getByRole('option', { name, exact: true })

test.beforeEach(async ({ page, signIn }) => {
  await signIn('staff')
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
})

test('Ctrl+K opens the palette with the focus in its box; Escape closes it and restores the focus', async ({
  page,
}) => {
  const opener = page.getByRole('button', { name: 'Search or jump to' })
  await opener.focus()
  await page.keyboard.press('Control+K')
  await expect(box(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(box(page)).toBeFocused()
})

test('it opens a page by typing and Enter, and by arrow keys', async ({ page }) => {
  await page.keyboard.press('Control+K')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('review qu')
  await expect(palette(page).getByRole('option')).toHaveText(['Admin › Review Queue'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/developer_apps/review_queue')
  await expect(palette(page)).toBeHidden()

  await page.keyboard.press('Control+K')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('admin › d')
  await expect(palette(page).getByRole('option')).toHaveText(['Admin › Developer Apps', 'Admin › Developers'])
  await page.keyboard.press('ArrowDown')
  const second = await option(page, 'Admin › Developers').getAttribute('id')
  await expect(box(page)).toHaveAttribute('aria-activedescendant', second ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/developers')
})

test('it switches the colors without leaving the page', async ({ page }) => {
  await page.keyboard.press('Control+K')
  await option(page, 'Switch between light and dark').click()
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  await expect(page).toHaveURL('/account')
})

test.describe('for a developer', () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn('owner')
    await page.goto('/account')
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  })

  test('it offers no staff screens, and opens the form of a new app', async ({ page }) => {
    await page.keyboard.press('Control+K')
    await expect(palette(page).getByRole('option', { name: /Admin/ })).toHaveCount(0)
    await option(page, 'Create an app').click()
    await expect(page.getByRole('dialog', { name: 'Create an app' })).toBeVisible()
  })
})

test.describe('on the page of an app', () => {
  const openPalette = async (page: Page, typed = '') => {
    await page.keyboard.press('Control+K')
    await expect(box(page)).toBeFocused()
    await page.keyboard.type(typed)
  }
  const group = (page: Page, name: string) => palette(page).getByRole('group', { name, exact: true })
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

  test('it finds the tabs of the app', async ({ page, signIn, api }) => {
    await signIn('owner')
    const id = await appId(api, 'Site Sync')
    await page.goto(`/developer_apps/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Site Sync' })).toBeVisible()
    await openPalette(page)
    await expect(group(page, 'Site Sync').getByRole('option')).toHaveText([
      'Configurations',
      'Versions',
      'Settings',
      'OAuth Credentials',
      'Collaborators',
      'Marketplace Listing',
      'Metrics',
      'View metrics report',
    ])
    await expect(group(page, 'Actions in Site Sync').getByRole('option').first()).toBeVisible()
    await page.keyboard.type('colla')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/developer_apps/${id}/collaborators`)
  })

  test('its actions work like their buttons, from any tab, and only once', async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await newApp(api)
    await promote(api, await saveVersion(api, app, '0.1.0'))
    await saveVersion(api, app, '0.2.0')
    const settings = `/developer_apps/${app.id}/settings`
    await page.goto(settings)
    await expect(page.getByRole('heading', { level: 1, name: app.name })).toBeVisible()

    await openPalette(page, 'promote version')
    await expect(palette(page).getByRole('option')).toHaveText(['Promote version 0.2.0'])
    await page.keyboard.press('Enter')
    const promotion = dialog(page, 'Promote version 0.2.0 to production')
    await expect(promotion.getByLabel('Release notes')).toBeFocused()
    await expect(page).toHaveURL(`/developer_apps/${app.id}/versions`)
    await page.keyboard.press('Escape')
    await expect(promotion).toBeHidden()
    await page.reload()
    await expect(page.getByRole('table', { name: 'Sandbox versions' })).toBeVisible()
    await expect(promotion).toHaveCount(0)

    await openPalette(page, 'create new')
    await page.keyboard.press('Enter')
    const editor = dialog(page, `Create New Version of ${app.name}`)
    await expect(editor.getByRole('textbox', { name: 'Manifest, JSON' })).toBeFocused()
    await editor.getByRole('button', { name: 'Cancel' }).click()
    await expect(editor).toBeHidden()

    await openPalette(page, 'submit for review')
    await page.keyboard.press('Enter')
    const review = dialog(page, 'Submit version 0.1.0 for review')
    await review.getByLabel('Notes for the reviewer').fill('Sign in as demo.')
    await review.getByRole('button', { name: 'Submit for Review' }).click()
    await expect(announcement(page, 'Version 0.1.0 was submitted for review.')).toBeVisible()
    await openPalette(page, 'for review')
    await expect(option(page, 'Submit for Review: version 0.1.0')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await openPalette(page, 'withdraw from')
    await expect(palette(page).getByRole('option')).toHaveText(['Withdraw from Review: version 0.1.0'])
    await page.keyboard.press('Escape')

    await openPalette(page, 'add another')
    await page.keyboard.press('Enter')
    await expect(dialog(page, 'Add Another User').getByLabel('Email address')).toBeFocused()
    await page.keyboard.press('Escape')
    await openPalette(page, 'sandbox › reset')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/developer_apps/${app.id}/oauth_credentials`)
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await page.goto(settings)
    await page.getByRole('textbox', { name: 'Internal name' }).fill('Not saved')
    await openPalette(page, 'delete')
    await page.keyboard.press('Enter')
    await expect(dialog(page, `Delete ${app.name}?`)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('textbox', { name: 'Internal name' })).toHaveValue('Not saved')
  })

  test('it hides actions a developer of the app may not do', async ({ page, signIn, api }) => {
    await signIn('dev-collab')
    const id = await appId(api, 'Site Sync')
    await page.goto(`/developer_apps/${id}/versions`)
    await expect(page.getByRole('heading', { level: 1, name: 'Site Sync' })).toBeVisible()
    await openPalette(page)
    const actions = group(page, 'Actions in Site Sync').getByRole('option')
    await expect(actions).toHaveText(['API usage report › Generate report'])
  })

  test('staff find the tabs of the staff page', async ({ page, api, signIn }) => {
    await signIn('owner')
    const id = await appId(api, 'Site Sync')
    await signIn('staff')
    await page.goto(`/admin/developer_apps/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Edit - Site Sync' })).toBeVisible()
    await openPalette(page, 'performance')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/admin/developer_apps/${id}/performance_metrics`)
  })
})
