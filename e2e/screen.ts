import { colorRules } from '../scripts/testing/accessibility.ts'
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

type Scheme = 'light' | 'dark'

async function chooseScheme(page: Page, colorScheme: Scheme) {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme)
}

const currentScheme = (page: Page): Promise<Scheme> =>
  page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'))

/** The layout follows a new width only after 300 ms, so that each change between wide and narrow costs that. */
export async function chooseWidth(page: Page, width: number) {
  const menu = page
    .getByRole('banner')
    .getByRole('button', { name: 'Menu', exact: true, includeHidden: true })
    // Pages that the server renders have the menus of both layouts.
    .filter({ visible: true })
  await page.setViewportSize({ width, height: 900 })
  await expect.poll(() => menu.count(), soon).toBe(width < foldsBelow ? 1 : 0)
}

async function expectReadable(page: Page, scheme: Scheme) {
  await chooseScheme(page, scheme)
  await expectStill(page)
  const unreadable = await axeFindings(page, { type: 'rule', values: colorRules })
  expect(unreadable, `${page.url()} in ${scheme}`).toEqual([])
}

export const laptop = 1440
const phone = 390
const tablet = 1099

/**
 * Expects the screen in its current state to be accessible, light and dark, at its current width. The first scheme gets
 * every rule. The other one changes nothing but colors, so only the rules about colors run again. Stays in that scheme.
 */
export async function expectSoundScreen(page: Page): Promise<void> {
  const scheme = await currentScheme(page)
  await expectAccessible(page)
  await expectReadable(page, scheme === 'dark' ? 'light' : 'dark')
}

/**
 * Expects the screen in its current state to be accessible on a phone, whose document differs from that of a laptop. A
 * width changes no color, so the rules about colors don't run again. A tablet has the phone's document with more room:
 * there, nothing may scroll sideways. Stays at the tablet's width.
 */
export async function expectSoundWhenNarrow(page: Page): Promise<void> {
  await test.step(`at ${phone} px`, async () => {
    await chooseWidth(page, phone)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, { except: colorRules })
  })
  await test.step(`at ${tablet} px`, async () => {
    await chooseWidth(page, tablet)
    await expectNoSidewaysScroll(page)
  })
}

/** Finds the page's only h1. */
export const heading = (page: Page) => page.getByRole('heading', { level: 1 })
