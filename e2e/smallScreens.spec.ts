import type { Locator } from '@playwright/test'
import { inviteByApi, openCollaborators, toRow } from './collaborators.ts'
import { expect, expectNoSidewaysScroll, test } from './fixtures.ts'
import { openListing } from './listings.ts'
import { appId } from './people.ts'
import { bareApp, editor, newApp, openEditor, openVersions, promote, saveVersion } from './versions.ts'

/** Fails unless a click in the middle of the element reaches it. */
const expectWithinReach = (element: Locator) => element.click({ trial: true, timeout: 5_000 })

const measureBottom = async (box: Locator) => {
  const { y = Infinity, height = 0 } = (await box.boundingBox()) ?? {}
  return y + height
}

async function expectBelow(element: Locator, header: Locator) {
  const { y = -1 } = (await element.boundingBox()) ?? {}
  expect(y).toBeGreaterThanOrEqual(await measureBottom(header))
}

test('the manifest editor leaves most of a 320 px screen to the text', async ({ page, signIn, api }) => {
  await signIn('owner')
  const app = await bareApp(api)
  await page.setViewportSize({ width: 320, height: 568 })
  const dialog = await openEditor(page, app)
  await expectNoSidewaysScroll(page)
  const text = await editor(page).boundingBox()
  expect(text?.width).toBeGreaterThanOrEqual(240)
  expect(text?.y, 'where the text begins').toBeLessThanOrEqual(220)
  await expect(dialog.getByRole('button', { name: 'Permission builder' })).toBeInViewport({ ratio: 1 })
})

test(
  'the environment of a version stays within its column at 320 px',
  { tag: ['@MAN-01'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await newApp(api)
    await promote(api, await saveVersion(api, app, '10.12.14'))
    await page.setViewportSize({ width: 320, height: 844 })
    await openVersions(page, app)
    const cell = page.getByRole('table').first().getByRole('cell').filter({ hasText: 'Production' })
    const widths = await cell.evaluate(({ clientWidth, scrollWidth }) => ({ clientWidth, scrollWidth }))
    expect(widths.scrollWidth).toBeLessThanOrEqual(widths.clientWidth)
  },
)

test(
  'the menu of a row is visible on a phone and opens',
  { tag: ['@COLL-07'] },
  async ({ page, signIn, api, mailTo }) => {
    await signIn('owner')
    const app = await newApp(api)
    await inviteByApi({ api, signIn, mailTo }, app, 'a.rather.long.name@example.test')
    await page.setViewportSize({ width: 390, height: 844 })
    await openCollaborators(page, app)
    const menu = toRow(page, 'a.rather.long.name').getByRole('button', { name: /^Actions for/ })
    await expect(menu).toBeInViewport({ ratio: 1 })
    await menu.click()
    await expect(page.getByRole('menuitem', { name: 'Cancel invitation' })).toBeInViewport({ ratio: 1 })
  },
)

test.describe('the summary of errors is visible below the sticky header', () => {
  test('of a page, where it receives the focus', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 600 })
    await page.goto('/signup')
    await page.getByRole('button', { name: 'Create account' }).click()
    const summary = page.getByRole('alert').filter({ hasText: 'problems to correct' })
    await expectBelow(summary, page.getByRole('banner'))
    await expect(summary).toBeInViewport()
    await page.keyboard.press('Tab')
    await expect(summary.getByRole('button').first()).toBeFocused()
  })

  test('of a dialog', async ({ page, signIn }) => {
    await signIn('owner')
    await page.setViewportSize({ width: 390, height: 320 })
    await page.goto('/developer_apps')
    await page.getByRole('button', { name: 'Create App' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create App' }).click()
    const summary = dialog.getByRole('alert')
    await expectBelow(summary, dialog.locator('header'))
    await expect(summary).toBeInViewport()
  })
})

test.describe("a toast doesn't cover the close button of a dialog", () => {
  for (const [width, menu] of [
    [1440, /^Account menu/],
    [390, /^Menu$/],
  ] as const) {
    test(`at ${width} px`, async ({ page, signIn, api }) => {
      await signIn('owner')
      await page.setViewportSize({ width, height: 844 })
      await openListing(page, { id: await appId(api, 'Site Sync') }, 'App Information')
      // Signing out fails, which shows a toast that stays.
      await page.route('**/api/v1/session', (route) =>
        route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
      )
      await page.getByRole('banner').getByRole('button', { name: menu }).click()
      await page.getByText('Sign Out').click()
      await expect(page.getByRole('alert').filter({ hasText: 'could not be reached' })).toBeVisible()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Preview', exact: true }).click()
      const close = page.getByRole('dialog', { name: 'Preview' }).getByRole('button', { name: 'Close' })
      await expectWithinReach(close)
    })
  }
})
