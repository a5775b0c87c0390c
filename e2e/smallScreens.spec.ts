import { expect, test } from './fixtures.ts'
import { openListing } from './listings.ts'
import { findAppId } from './people.ts'

test("a toast doesn't cover the close button of a dialog, on a laptop or a phone", async ({
  page,
  signIn,
  api,
}) => {
  await signIn('owner')
  const app = { id: await findAppId(api, 'Site Sync') }
  // Signing out fails, which shows a toast that stays.
  await page.route('**/api/v1/session', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
  )
  for (const [width, menu] of [
    [1440, /^Account menu/],
    [390, /^Menu$/],
  ] as const) {
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 844 })
      await openListing(page, app, 'App Information')
      await page.getByRole('banner').getByRole('button', { name: menu }).click()
      await page.getByText('Sign Out').click()
      await expect(page.getByRole('alert').filter({ hasText: "couldn't be reached" })).toBeVisible()
      await page.keyboard.press('Escape')
      // On a phone, the menu of the listing has it.
      const more = page.getByRole('button', { name: 'Actions for Marketplace Listing' })
      if (width === 390) await more.click()
      const open = page.getByRole(width === 390 ? 'menuitem' : 'button', { name: 'Preview', exact: true })
      // A click sometimes missed the entry on a busy machine.
      await open.press('Enter')
      const preview = page.getByRole('dialog', { name: 'Preview' })
      await expect(preview).toBeVisible()
      const close = preview.getByRole('button', { name: 'Close' })
      // Fails unless a click in the middle of the button reaches it.
      await close.click({ trial: true, timeout: 5_000 })
    })
  }
})
