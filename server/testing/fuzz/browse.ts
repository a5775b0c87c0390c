import { existsSync } from 'node:fs'
import { chromium, errors, type BrowserContext, type Page } from '@playwright/test'
import { chromiumArguments } from '../../../scripts/testing/chromiumArguments.ts'
import { openSession, type TestServer } from '../server.ts'
import { mark } from './hostile.ts'
import { showsScripts, type Screen } from './screens.ts'

/**
 * Collects violations of the content security policy: such a text was a script, even if it couldn't run. For an
 * attribute's script, the event has only the directive.
 */
const watchScripts = `
  window.stoppedScripts = []
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample, sourceFile }) => {
    if (violatedDirective.startsWith('script-src'))
      window.stoppedScripts.push([violatedDirective, sample, sourceFile].join(' '))
  })`

/** React leaves disabled links in the page, but any script address could run if someone clicks on it. */
const foundScripts = `[
  window.fuzzed ?? '',
  ...(window.stoppedScripts ?? []),
  ...[...document.links].filter(({ protocol }) => protocol === 'javascript:').map(({ href }) => href),
].join(' ').trim()`

/** Not every address of a page shows a script. */
const shortly = { timeout: 2_000 }
const ignore = () => undefined

/** Most pages wait until the network has been idle for a while. */
const pagesAtOnce = 4

/**
 * Opens the pages in Chromium.
 *
 * @returns the pages where a stored text ran or that it broke, and the pages that showed it as plain text.
 */
export async function browse(
  server: TestServer,
  screens: Screen[],
): Promise<{ problems: string[]; shown: Set<string> }> {
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const path = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell'
  const browser = await chromium.launch({
    ...(existsSync(path) && { executablePath: path }),
    args: chromiumArguments,
  })
  const problems: string[] = []
  const shown = new Set<string>()
  const visit = async (context: BrowserContext, { role, page: name, address }: Screen) => {
    const page = await context.newPage()
    const isComplete = await open(page, `${url}${address}`)
    const found = await page.evaluate<string>(foundScripts)
    if (found !== '') problems.push(`${address} ran ${found} for ${role}`)
    else if (!isComplete) problems.push(`${address} did not load for ${role}`)
    const label = `${role}: ${name}`
    // On a busy machine, a page may load more after the network was idle.
    if (showsScripts.includes(label)) await page.getByText(mark).first().waitFor(shortly).catch(ignore)
    if ((await page.locator('body').innerText()).includes(mark)) shown.add(label)
    await page.close()
  }
  try {
    for (const [developerId, ofDeveloper] of Map.groupBy(screens, (screen) => screen.developerId)) {
      const context = await browser.newContext()
      if (developerId !== null) {
        const value = await openSession(server, developerId)
        await context.addCookies([{ name: 'trestle_session', value, url }])
      }
      await context.addInitScript({ content: watchScripts })
      const waiting = ofDeveloper.values()
      const visitAll = async () => {
        for (const screen of waiting) await visit(context, screen)
      }
      await Promise.all(Array.from({ length: pagesAtOnce }, visitAll))
    }
  } finally {
    await browser.close()
  }
  return { problems, shown }
}

const loadMs = 20_000

/** Opens a page and waits until it has loaded. Returns whether it did, because a stored text may break a page. */
async function open(page: Page, address: string): Promise<boolean> {
  await page.goto(address)
  try {
    await page.getByRole('main').waitFor({ timeout: loadMs })
    await page.waitForLoadState('networkidle', { timeout: loadMs })
    return true
  } catch (error) {
    if (error instanceof errors.TimeoutError) return false
    throw error
  }
}
