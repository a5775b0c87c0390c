import { expect, expectAccessible, test, type Page } from './fixtures.ts'
import { appId } from './people.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to' })
const box = (page: Page) => palette(page).getByRole('combobox', { name: 'Search pages, apps and actions' })
const option = (page: Page, name: string) => palette(page).getByRole('option', { name, exact: true })

test.beforeEach(async ({ page, signIn }) => {
  await signIn('staff')
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
})

test('Ctrl+K opens the palette with the keyboard in its box; Escape closes it and gives the focus back', async ({
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

test('it switches the colours without leaving the page', async ({ page }) => {
  await page.keyboard.press('Control+K')
  await option(page, 'Switch between light and dark').click()
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  await expect(page).toHaveURL('/account')
})

test('it says when nothing was found', async ({ page }) => {
  await page.keyboard.press('Control+K')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('zeppelin')
  await expect(palette(page).getByRole('status')).toHaveText('Nothing found. Try another word.')
})

test.describe('for a developer', () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn('owner')
    await page.goto('/account')
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  })

  test('it opens an app by its name', async ({ page, api }) => {
    const id = await appId(api, 'Crane Watch')
    await page.keyboard.press('Control+K')
    await page.keyboard.type('crane')
    await expect(option(page, 'Crane Watch')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/developer_apps/${id}`)
  })

  test('it offers no staff screens, and leads to the form of a new app', async ({ page }) => {
    await page.keyboard.press('Control+K')
    await expect(palette(page).getByRole('option', { name: /Admin/ })).toHaveCount(0)
    await expectAccessible(page)
    await option(page, 'Create an app').click()
    await expect(page.getByRole('dialog', { name: 'Create an app' })).toBeVisible()
  })
})
