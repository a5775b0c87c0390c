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

async function chooseScheme(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme)
}

async function chooseWidth(page: Page, width: number) {
  const menu = page
    .getByRole('banner')
    .getByRole('button', { name: 'Menu', exact: true, includeHidden: true })
    // Pages that the server renders have the menus of both layouts.
    .filter({ visible: true })
  await page.setViewportSize({ width, height: 900 })
  await expect.poll(() => menu.count(), soon).toBe(width < foldsBelow ? 1 : 0)
}

async function expectReadable(page: Page) {
  await expectStill(page)
  const unreadable = await axeFindings(page, { type: 'rule', values: colorRules })
  expect(unreadable, `${page.url()} in dark`).toEqual([])
}

/**
 * Expects the screen in its current state to be accessible, light and dark, on a laptop, a tablet and a phone. The
 * laptop in light gets every rule. Dark changes nothing but colors, so only the rules about colors run again. A width
 * changes no color, so the phone, whose document differs, gets all other rules. The tablet has the phone's document with
 * more room: there, nothing may scroll sideways.
 */
export async function expectSoundScreen(page: Page, widths: readonly number[] = [1440, 1099, 390]) {
  await expectAccessible(page)
  await chooseScheme(page, 'dark')
  await expectReadable(page)
  for (const width of widths.slice(1)) {
    await test.step(`at ${width} px`, async () => {
      await chooseWidth(page, width)
      await expectNoSidewaysScroll(page)
      if (width === 390) await expectAccessible(page, { except: colorRules })
    })
  }
  await chooseScheme(page, 'light')
  if (widths.length > 1) await chooseWidth(page, 1440)
}

/** Finds the page's only h1. */
export const heading = (page: Page) => page.getByRole('heading', { level: 1 })
