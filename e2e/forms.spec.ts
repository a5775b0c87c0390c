import { expect, test } from './fixtures.ts'

test(
  'one press of Submit is enough, even if it blurs a field whose error then appears',
  { tag: ['@SHELL-17'] },
  async ({ page }) => {
    await page.goto('/signup')
    await page.getByLabel('Email address').fill('no-address')
    // At its edge, where even a small shift of the button would lose the press.
    await page.getByRole('button', { name: 'Create account' }).click({ position: { x: 20, y: 2 } })
    await expect(page.getByRole('button', { name: 'Email address: This email is invalid' })).toBeVisible()
  },
)
