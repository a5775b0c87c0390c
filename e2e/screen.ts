import { axeFindings } from './axe.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStill,
  soon,
  test,
  type Page,
} from './fixtures.ts'

const foldsBelow = 1100

async function chooseScheme(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme)
}

/** Checks the current screen: everything in light, and in dark only colors, which a scheme can break. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await chooseScheme(page, 'dark')
  await expectStill(page)
  const unreadable = await axeFindings(page, {
    type: 'rule',
    values: ['color-contrast', 'link-in-text-block'],
  })
  expect(unreadable, `${page.url()} in dark`).toEqual([])
  await chooseScheme(page, 'light')
  await expectAccessible(page)
}

/** Expects no sideways scrolling on a laptop, a tablet or a phone. */
async function expectFits(page: Page) {
  const menu = page
    .getByRole('banner')
    .getByRole('button', { name: 'Menu', exact: true, includeHidden: true })
  for (const width of [1099, 390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => menu.count(), soon).toBe(width < foldsBelow ? 1 : 0)
    await test.step(`at ${width} px`, () => expectNoSidewaysScroll(page))
  }
}

/** Expects the screen in its current state to be accessible in both schemes and to fit every width. */
export async function expectSoundScreen(page: Page): Promise<void> {
  await expectAccessibleInBothSchemes(page)
  await expectFits(page)
}

/** Finds the page's only h1. */
export const heading = (page: Page) => page.getByRole('heading', { level: 1 })
