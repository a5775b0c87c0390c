import { expect, test, type Page } from './fixtures.ts'
import { expectAccessibleInBothSchemes, heading } from './screen.ts'

async function open(page: Page, path: string, title: string) {
  await page.goto(path)
  await expect(heading(page)).toHaveText(title)
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
}

const forVisitors: [path: string, title: string][] = [
  ['/', 'Build on Trestle'],
  ['/signin', 'Sign In'],
  ['/signup', 'Sign Up'],
  ['/forgot_password', 'Forgot your password?'],
  ['/reset_password/unknown', 'Choose a new password'],
  ['/confirm_email/unknown', 'This link no longer works'],
  ['/terms_and_conditions', 'Terms and conditions'],
  ['/no/such/page', 'Page not found'],
  ['/marketplace', 'Marketplace'],
]

const forStaff: [path: string, title: string][] = [
  ['/account', 'Account'],
  ['/developer_apps', 'My Apps'],
  ['/notifications', 'Notifications'],
  ['/admin/developers', 'Developers'],
  ['/admin/developers?filters[search]=nobody', 'Developers'],
  ['/admin/developers/1/edit', 'Edit - Olivia Okafor'],
]

test('every screen of a visitor is accessible, light and dark', async ({ page }) => {
  for (const [path, title] of forVisitors) {
    await open(page, path, title)
    await expectAccessibleInBothSchemes(page)
  }
})

test('every screen of an account and of the developer administration is accessible, light and dark', async ({
  page,
  signIn,
}) => {
  await signIn('staff')
  for (const [path, title] of forStaff) {
    await open(page, path, title)
    await expectAccessibleInBothSchemes(page)
  }
})

test('overlays are accessible too: menus, bell, palette, dialogs and the narrow menu', async ({
  page,
  signIn,
}) => {
  await signIn('staff')
  await open(page, '/account', 'Account')
  const bar = page.getByRole('banner')
  for (const name of ['Admin', 'Notifications', 'Account menu of Stella Fairbanks', 'Search or jump to']) {
    await bar.getByRole('button', { name }).click()
    await expectAccessibleInBothSchemes(page)
    await page.keyboard.press('Escape')
  }
  await page.getByRole('textbox', { name: 'Company' }).fill('Elsewhere')
  await bar.getByRole('link', { name: 'My Apps' }).click()
  await expect(page.getByRole('dialog', { name: 'Discard your changes?' })).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 390, height: 844 })
  await bar.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expectAccessibleInBothSchemes(page)
})

test('pages after a sent and a refused form are accessible too', async ({ page }) => {
  await open(page, '/signin', 'Sign In')
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('alert')).toContainText('There are 2 problems to correct')
  await expectAccessibleInBothSchemes(page)
  await page.goto('/forgot_password')
  await page.getByLabel('Email address').fill('nobody@example.test')
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(heading(page)).toHaveText('Check your email')
  await expectAccessibleInBothSchemes(page)
})
