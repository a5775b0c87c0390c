import { expect, test } from './fixtures.ts'

test(
  'one press of Submit is enough, also while a field holds a mistake that shows only when it is left',
  { tag: ['@SHELL-17'] },
  async ({ page }) => {
    await page.goto('/signup')
    await page.getByLabel('E-mail address').fill('no-address')
    // At its edge, where the least move of the button would lose the press.
    await page.getByRole('button', { name: 'Create account' }).click({ position: { x: 20, y: 2 } })
    await expect(page.getByRole('button', { name: 'E-mail address: This email is invalid' })).toBeVisible()
  },
)
