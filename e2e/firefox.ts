// Run by `npm run test:long`: the public pages and the main job in Firefox, over WebDriver BiDi. Exits with 1 on a
// console error, a failed request of the page itself or a step that doesn't reach its page.
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { launch, type ConsoleMessage, type Page } from 'puppeteer-core'
import { demoPassword } from '../server/seed/people.ts'
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

const say = (text: string) => process.stdout.write(`${text}\n`)

const problems: string[] = []
let step = ''

function watch(page: Page): void {
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error') problems.push(`${step}: console error: ${message.text()}`)
  })
  page.on('pageerror', (error) => problems.push(`${step}: uncaught error: ${String(error)}`))
  page.on('requestfailed', (request) => {
    const failure = request.failure()?.errorText ?? ''
    // Leaving a page aborts its requests.
    if (!/ABORT/i.test(failure)) problems.push(`${step}: ${request.url()} failed: ${failure}`)
  })
}

async function run(name: string, act: () => Promise<void>): Promise<void> {
  step = name
  await act()
  say(`✓ ${name}`)
}

/** Waits until the page's only heading matches. */
async function seeHeading(page: Page, expected: RegExp): Promise<void> {
  await page.waitForFunction(
    (source: string, flags: string) =>
      [...document.querySelectorAll('main h1')].some((heading) =>
        new RegExp(source, flags).test(heading.textContent),
      ),
    {},
    expected.source,
    expected.flags,
  )
}

const press = (page: Page, name: string, role = 'button') =>
  page.locator(`::-p-aria([name="${name}"][role="${role}"])`).click()
const pressInDialog = (page: Page, name: string) =>
  page.locator(`[role="dialog"] ::-p-aria([name="${name}"][role="button"])`).click()
const fill = (page: Page, name: string, text: string, role = 'textbox') =>
  page.locator(`::-p-aria([name="${name}"][role="${role}"])`).fill(text)
const seeText = (page: Page, text: string) =>
  page.waitForFunction((expected: string) => document.body.innerText.includes(expected), {}, text)
const seeNoDialog = (page: Page) => page.waitForFunction(() => !document.querySelector('[role="dialog"]'))

async function walkPublicPages(page: Page, url: string): Promise<void> {
  for (const [path, heading] of publicPages) {
    await run(path, async () => {
      const response = await page.goto(`${url}${path}`)
      if (response?.status() !== 200) problems.push(`${path}: status ${response?.status()}`)
      await seeHeading(page, heading)
    })
  }
}

const manifest = JSON.stringify({
  schema_version: '4.1',
  fullscreen: { source_url: 'https://pours.example.test/board', description: '' },
})

async function doMainJob(page: Page, url: string): Promise<void> {
  const app = 'Pour Planner'
  await run('signs in', async () => {
    await page.goto(`${url}/signin`)
    await fill(page, 'Email address', 'owner@demo.test')
    await page.locator('input[type="password"]').fill(demoPassword)
    await page.locator('main ::-p-aria([name="Sign In"][role="button"])').click()
    await page.waitForFunction(() => location.pathname === '/developer_apps')
  })
  await run('creates an app', async () => {
    await press(page, 'Create App')
    await fill(page, 'App Name', app)
    await pressInDialog(page, 'Create App')
    await page.waitForFunction(() => /^\/developer_apps\/\d+$/.test(location.pathname))
    await seeHeading(page, /Pour Planner/)
    await seeNoDialog(page)
  })
  await run('saves the first version of its manifest', async () => {
    await press(page, 'Edit as JSON')
    await page.locator('::-p-aria([name="Manifest, JSON"][role="textbox"])').click()
    await page.keyboard.down('Control')
    await page.keyboard.press('a')
    await page.keyboard.up('Control')
    // Like a paste: the editor takes seconds for that many single keys.
    await page.evaluate((text: string) => document.execCommand('insertText', false, text), manifest)
    await seeText(page, 'Validation passed')
    await pressInDialog(page, 'Create version')
    await seeNoDialog(page)
    await seeText(page, 'Ready for Testing')
  })
  await run('promotes it', async () => {
    await press(page, 'Promote')
    await fill(page, 'Release notes', 'The board of the day.')
    await pressInDialog(page, 'Promote to production')
    await page.waitForFunction(() => location.search.includes('environment=production'))
    await seeText(page, 'Not submitted')
  })
  await run('submits it for review', async () => {
    await page.locator('::-p-aria([role="button"]) ::-p-text(Submit for Review)').click()
    await fill(page, 'Notes for the reviewer', 'Any project will do.')
    await pressInDialog(page, 'Submit for Review')
    await seeNoDialog(page)
    await seeText(page, 'Under review')
  })
}

const portal = await startPortal()
const browser = await launch({
  browser: 'firefox',
  executablePath,
  headless: true,
  userDataDir: join(portal.dataDir, 'firefox'),
})
const page = await browser.newPage()
try {
  await page.setViewport({ width: 1440, height: 900 })
  page.setDefaultTimeout(30_000)
  watch(page)
  await walkPublicPages(page, portal.url)
  await doMainJob(page, portal.url)
} catch (error) {
  problems.push(`${step}: ${error instanceof Error ? error.message : String(error)}`)
  const picture = join(import.meta.dirname, '../test-results/firefox.png')
  await mkdir(dirname(picture), { recursive: true })
  // Firefox itself may have exited.
  await page.screenshot({ path: picture }).then(
    () => say(`What the page showed: ${picture}`),
    () => undefined,
  )
} finally {
  await browser.close()
  await portal.stop()
  await portal.remove()
}
for (const problem of problems) say(`✗ ${problem}`)
process.exit(problems.length > 0 ? 1 : 0)
