import { expect, expectAccessible, expectNoSidewaysScroll, type Page } from './fixtures.ts'

const foldsBelow = 1100

/**
 * The screen as it stands, in whatever state it is: no axe violation in light or dark, nothing scrolling sideways
 * on a laptop, a tablet or a phone.
 */
export async function expectSoundScreen(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme)
    await expectAccessible(page)
  }
  const menu = page
    .getByRole('banner')
    .getByRole('button', { name: 'Menu', exact: true, includeHidden: true })
  for (const width of [1099, 390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(menu).toHaveCount(width < foldsBelow ? 1 : 0)
    await expectNoSidewaysScroll(page)
  }
}

/** The heading of a page: its one h1. */
export const heading = (page: Page) => page.getByRole('heading', { level: 1 })
