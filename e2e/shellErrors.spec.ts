import type { Route } from '@playwright/test'
import { expectOnlyCaught, globalText, reloadText, topBar } from './faults.ts'
import { expect, expectAccessible, test, type Page } from './fixtures.ts'

/** A page of the web app that visitors can open. The pages before sign-in are rendered on the server. */
const address = '/confirm_email/unknown'
const title = 'This link no longer works'

interface Attempts {
  /** When each attempt reached the network. */
  fetches: number[]
  /** How often the browser imported the file, or added it as a style. A failed import can't be repeated in most browsers. */
  imports: number
}

const abort = (route: Route) => route.abort()

/** Answers with a page instead of the file, as proxies do. */
const answerWithPage = (route: Route) => route.fulfill({ contentType: 'text/html', body: '<p>Sign in</p>' })

/** Fails the first attempts to load a file, and counts all of them. */
async function failFirst(page: Page, file: string, failures: number, fail = abort): Promise<Attempts> {
  const attempts: Attempts = { fetches: [], imports: 0 }
  await page.route(file, (route) => {
    if (route.request().resourceType() === 'fetch') attempts.fetches.push(performance.now())
    else attempts.imports += 1
    return attempts.fetches.length <= failures ? fail(route) : route.continue()
  })
  return attempts
}

test.describe('a part of the page that cannot be fetched', { tag: ['@SHELL-30', '@SHELL-31'] }, () => {
  test(
    'a part that cannot be fetched is tried three times, 300 ms apart; then the page offers Reload, which loads it',
    { tag: ['@SHELL-33', '@SHELL-35', '@SHELL-36'] },
    async ({ page, consoleErrors }) => {
      const attempts = await failFirst(page, '**/assets/ConfirmEmailPage-*.js', 3)
      await page.goto(address)
      await expect(page.getByRole('alert')).toHaveText(reloadText)
      expect(attempts.fetches).toHaveLength(3)
      const pauses = attempts.fetches.slice(1).map((at, i) => at - (attempts.fetches[i] ?? 0))
      for (const pause of pauses) expect(pause).toBeGreaterThanOrEqual(290)
      expect(attempts.imports, 'imports of a missing file').toBe(0)
      await expect(topBar(page)).toBeVisible()
      await expect(page).toHaveTitle("This page couldn't be loaded · Trestle")
      await expectAccessible(page)

      await page.getByRole('button', { name: 'Reload' }).click()
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      expectOnlyCaught(consoleErrors, /module bundle/)
    },
  )

  test(
    'a part that arrives at the second attempt is shown as if nothing had happened',
    { tag: ['@SHELL-35'] },
    async ({ page }) => {
      for (const [part, file, fail] of [
        ['its own file', 'ConfirmEmailPage-*.js', abort],
        ['a page in place of its own file', 'ConfirmEmailPage-*.js', answerWithPage],
        ['a file it shares with other pages', 'NarrowPage-*.js', abort],
        ['its styles', 'NarrowPage-*.css', abort],
      ] as const) {
        await test.step(part, async () => {
          const attempts = await failFirst(page, `**/assets/${file}`, 1, fail)
          await page.goto(address)
          await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
          await expect(page.getByRole('alert')).toHaveCount(0)
          expect(attempts.fetches).toHaveLength(2)
          const styles = await page.evaluate(() =>
            [...document.styleSheets].flatMap(({ href }) => (href ? [new URL(href).pathname] : [])),
          )
          expect(styles).toContainEqual(expect.stringContaining('/assets/NarrowPage-'))
          await page.unrouteAll()
        })
      }
    },
  )

  test(
    "a part is imported from the cache after fetching its files, so the import can't fail on the network",
    { tag: ['@SHELL-35'] },
    async ({ page, context }) => {
      // The profile has the file from earlier tests.
      const session = await context.newCDPSession(page)
      await session.send('Network.clearBrowserCache')
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      const loads = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => /ConfirmEmailPage-[^/]*\.js$/.test(name))
          .map((entry) => entry.toJSON() as { initiatorType: string; transferSize: number })
          .map(({ initiatorType, transferSize }) => ({ by: initiatorType, network: transferSize > 0 })),
      )
      expect(loads).toEqual([
        { by: 'fetch', network: true },
        { by: 'script', network: false },
      ])
    },
  )
})

test(
  'a screen that throws keeps the shell and shows an error id; Try again and Home work',
  { tag: ['@ERR-01', '@SHELL-30', '@SHELL-32', '@SHELL-33', '@SHELL-34'] },
  async ({ page, consoleErrors }) => {
    await page.route('**/assets/ConfirmEmailPage-*.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `export function ConfirmEmailPage() {
        if (!window.repaired) throw new TypeError('planted fault')
        return 'Repaired'
      }`,
      }),
    )
    await page.goto(address)
    const alert = page.getByRole('alert')
    await expect(alert).toContainText(globalText)
    await expect(alert).not.toContainText('reported')
    await expect(alert).toContainText(/Error ID: \w{4,}/)
    await expect(page.getByRole('main')).not.toContainText('planted fault')
    await expect(topBar(page)).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(alert).toContainText(globalText)
    await page.evaluate(() => Object.assign(window, { repaired: true }))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('main')).toHaveText('Repaired')
    expectOnlyCaught(consoleErrors)
  },
)

test(
  'a response with an unknown shape is an error of ours too, and Home leads out of it',
  { tag: ['@SHELL-32', '@SHELL-33'] },
  async ({ page, signIn }) => {
    await signIn('owner')
    await page.route('**/api/v1/developer_apps/77', (route) => route.fulfill({ json: { nonsense: true } }))
    await page.goto('/developer_apps/77')
    await expect(page.getByRole('alert')).toContainText(globalText)
    await expect(page.getByRole('alert')).toContainText(/Error ID: \w{4,}/)
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'My Apps' })).toBeVisible()
  },
)
