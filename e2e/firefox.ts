// Run by `npm run test:firefox` and `npm run test:long`: the public pages and the main job in Firefox, over WebDriver
// BiDi. Exits with 1 on a console error, a failed request of the page itself or a step that doesn't reach its page.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { launch, type Page } from 'puppeteer-core'
import { doMainJob } from './firefoxJob.ts'
import { addProblem, problems, runStep, say, seeHeading, watch } from './firefoxPage.ts'
import { startPortal } from './portal.ts'

const executablePath = process.env['FIREFOX_PATH']
if (!executablePath) throw new Error('FIREFOX_PATH must name the Firefox to drive.')

const publicPages: [path: string, heading: RegExp][] = [
  ['/', /./],
  ['/signup', /^Sign Up|^Create/],
  ['/signin', /^Sign In/],
  ['/forgot_password', /password/i],
  ['/terms_and_conditions', /Terms/],
  ['/documentation', /./],
  ['/documentation/getting-started', /./],
  ['/reference', /./],
  ['/reference/rest/changelog', /Changelog/i],
  ['/marketplace', /Marketplace/i],
]

async function walkPublicPages(page: Page, url: string): Promise<void> {
  for (const [path, heading] of publicPages) {
    await runStep(path, async () => {
      const response = await page.goto(`${url}${path}`)
      if (response?.status() !== 200) addProblem(`status ${response?.status()}`)
      await seeHeading(page, heading)
    })
  }
}

const portal = await startPortal()
const browser = await launch({
  browser: 'firefox',
  executablePath,
  headless: true,
  userDataDir: join(portal.dataDir, 'firefox'),
})
const pages: Page[] = []

/** Opens a page with its own cookies, so that two users can be signed in. */
async function openPage(): Promise<Page> {
  const page = await (await browser.createBrowserContext()).newPage()
  pages.push(page)
  await page.setViewport({ width: 1440, height: 900 })
  page.setDefaultTimeout(60_000)
  watch(page)
  return page
}

/** Firefox itself may have exited. */
const savePicture = (page: Page, path: string) =>
  page.screenshot({ path }).then(
    () => say(`What the page showed: ${path}`),
    () => undefined,
  )

try {
  const developer = await openPage()
  await walkPublicPages(developer, portal.url)
  await doMainJob({ developer, openPage, url: portal.url })
} catch (error) {
  addProblem(error instanceof Error ? error.message : String(error))
  const folder = join(import.meta.dirname, '../test-results')
  await mkdir(folder, { recursive: true })
  for (const [index, page] of pages.entries()) {
    await savePicture(page, join(folder, `firefox${index + 1}.png`))
  }
} finally {
  await browser.close()
  await portal.stop()
  await portal.remove()
}
for (const problem of problems) say(`✗ ${problem}`)
process.exit(problems.length > 0 ? 1 : 0)
