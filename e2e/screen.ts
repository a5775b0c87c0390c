import type { Locator } from '@playwright/test'
import { colorRules } from '../scripts/testing/accessibility.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, soon, test, type Page } from './fixtures.ts'

const foldsBelow = 1100

type Scheme = 'light' | 'dark'

async function chooseScheme(page: Page, colorScheme: Scheme) {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme)
}

const currentScheme = (page: Page): Promise<Scheme> =>
  page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'))

/** The layout follows a new width only after 300 ms, so each change between wide and narrow takes that long. */
export async function chooseWidth(page: Page, width: number) {
  const menu = page
    .getByRole('banner')
    .getByRole('button', { name: 'Menu', exact: true, includeHidden: true })
    // Pages that the server renders have the menus of both layouts.
    .filter({ visible: true })
  await page.setViewportSize({ width, height: 900 })
  await expect.poll(() => menu.count(), soon).toBe(width < foldsBelow ? 1 : 0)
}

export const laptop = 1440
const phone = 390
const tablet = 1099

async function chooseOtherScheme(page: Page) {
  await chooseScheme(page, (await currentScheme(page)) === 'dark' ? 'light' : 'dark')
}

/** Expects the colors of the other scheme to be readable. The scheme changes nothing else. Stays in that scheme. */
export async function expectReadableInOtherScheme(page: Page): Promise<void> {
  await chooseOtherScheme(page)
  await expectAccessible(page, { type: 'rule', values: colorRules })
}

/** Expects that each list collapses its columns, because users miss content that scrolls sideways on a phone. */
async function expectFoldedLists(page: Page): Promise<void> {
  const table = page.getByRole('table')
  // The days of an engagement report contain their own tables.
  const lists = page
    .getByRole('main')
    .getByRole('group')
    .filter({ has: table, hasNot: table.getByRole('table') })
  for (const list of await lists.all()) {
    const hidden = await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(hidden, `hidden width of ${await list.getAttribute('aria-label')}`).toBeLessThanOrEqual(0)
  }
}

/**
 * Expects a screen that was scanned at laptop width to be accessible at phone width, where the document differs, in
 * the other color scheme. Width doesn't affect colors, and the scheme affects nothing else. A tablet has the phone's
 * document with more space, so there it only expects no sideways scrolling. Stays in that scheme, at the tablet's
 * width.
 */
export async function expectSoundWhenNarrow(page: Page): Promise<void> {
  await chooseOtherScheme(page)
  await test.step(`at ${phone} px`, async () => {
    await chooseWidth(page, phone)
    await expectNoSidewaysScroll(page)
    await expectFoldedLists(page)
    await expectAccessible(page)
  })
  await test.step(`at ${tablet} px`, async () => {
    await chooseWidth(page, tablet)
    await expectNoSidewaysScroll(page)
  })
}

/** Finds the page's only h1. */
export const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/**
 * Opens a page with a clock that the test can move. Such a clock hides from the page which files its document has
 * loaded, so the page waits ten seconds for them.
 */
export async function openWithClock(page: Page, address: string, title: string): Promise<void> {
  await page.clock.install()
  await page.goto(address)
  await expect(async () => {
    await page.clock.fastForward(10_000)
    await expect(heading(page)).toHaveText(title, { timeout: 500 })
  }).toPass()
}

/**
 * Expects that a form has stored its input. During the save, its button is also disabled, but then it shows the
 * progress.
 */
export async function expectSaved(button: Locator): Promise<void> {
  await expect(button).toBeDisabled()
  await expect(button).not.toHaveAttribute('data-loading')
}
