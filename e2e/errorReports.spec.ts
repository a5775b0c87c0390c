import { openReportCollector } from '../server/testing/reportCollector.ts'
import { expect, type Page } from './fixtures.ts'
import { testOn } from './otherPortal.ts'

const collector = await openReportCollector()
const test = testOn(() => ({
  RELEASE_STAGE: 'staging',
  ALLOW_LOCAL_FILES: 'true',
  DEMO_DATA: 'false',
  ENCRYPTION_KEYS: Buffer.alloc(32, 1).toString('base64'),
  SMTP_URL: 'smtp://127.0.0.1:1',
  ALLOW_INSECURE_COOKIES: 'true',
  ERROR_REPORTING_DSN: collector.dsn,
}))
test.beforeEach(() => void (collector.received.length = 0))
test.afterAll(() => collector.close())

/** A word that appears only where the test put it. */
const planted = 'quillfeather'

/** A notifications list that throws an error whose message quotes the page's input. */
const faultyBell = `export function LatestNotifications() {
  const typed = [...document.querySelectorAll('input')].map(({ value }) => value).join()
  throw new TypeError('cannot show ' + typed + ' of ' + location.href)
}`

/** Puts the word where clients of error services collect breadcrumbs. */
const leaveBreadcrumbs = (word: string) => {
  // oxlint-disable-next-line no-console -- clients of error services listen to it
  console.warn(word)
  void fetch(`/api/v1/session?search=${word}`, { headers: { 'x-note': word } })
  history.replaceState(null, '', `/account?search=${word}#${word}`)
  document.title = word
}

const throwLater = (word: string) => {
  setTimeout(() => {
    throw Object.assign(new RangeError(`no room for ${word}`), { code: `${word} code`, [word]: word })
  })
  void Promise.reject(new SyntaxError(`unexpected ${word}`))
  void Promise.reject(word)
}

const typesIn = (reports: string[]) =>
  reports.map((report) => /"type":"(\w+Error)"/.exec(report)?.[1] ?? '').toSorted()

async function typeEverywhere(page: Page) {
  await page.getByRole('textbox', { name: 'Company' }).fill(`${planted} Ltd`)
  await page.getByRole('textbox', { name: 'Current password' }).fill(`${planted} 58 tidewater`)
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill(`${planted} 59 tidewater`)
}

test(
  'an error report of the browser contains no input, clicks, URLs or names',
  { tag: ['@SHELL-15', '@SHELL-16'] },
  async ({ page, signIn, api, consoleErrors }) => {
    await signIn('owner')
    expect((await api.patch('/api/v1/account', { first_name: planted, last_name: planted })).status).toBe(200)
    await page.route('**/assets/LatestNotifications-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: faultyBell }),
    )
    await page.goto(`/account?search=${planted}#${planted}`)
    const build = String(await page.evaluate(() => document.getElementById('bootstrap')?.textContent)).match(
      /"build":"(\w+)"/,
    )?.[1]
    await typeEverywhere(page)
    await page.evaluate(leaveBreadcrumbs, planted)
    const menu = page.getByRole('button', { name: `Account menu of ${planted} ${planted}` })
    await menu.click()
    await menu.click()

    await page.getByRole('button', { name: /Notifications/ }).click()
    await expect(page.getByRole('alert')).toContainText('It has been logged and reported.')
    const shown = /Error ID: (\w+)/.exec(await page.getByRole('alert').innerText())?.[1] ?? 'none'
    await page.keyboard.press('Escape')
    await page.evaluate(throwLater, planted)
    await expect.poll(() => typesIn(collector.received)).toEqual(['RangeError', 'SyntaxError', 'TypeError'])

    for (const report of collector.received) {
      expect(report.toLowerCase()).not.toContain(planted)
      expect(report).not.toMatch(/demo\.test|Olivia|tidewater|Ltd|cookie|referer/i)
      expect(report).toContain(`"release":"${build}"`)
      expect(report).toContain('"environment":"staging"')
      expect(report).toContain('"route":"/account"')
    }
    const ofBell = collector.received.find((report) => report.includes('TypeError'))
    expect(ofBell, 'the id on the screen is the id of the report').toContain(`"event_id":"${shown}"`)
    expect(ofBell).toMatch(
      /"filename":"assets\/LatestNotifications-[\w-]+\.js","function":"LatestNotifications","lineno":3/,
    )
    consoleErrors.length = 0
  },
)

test(
  "a server error has the same id on the screen, in the reply and in the browser's error report",
  { tag: ['@SHELL-16', '@SHELL-33'] },
  async ({ page, signIn }) => {
    await signIn('owner')
    await page.route('**/api/v1/developer_apps/77', (route) =>
      route.fulfill({
        status: 500,
        json: {
          code: 'internal',
          message: `broken by ${planted}`,
          errors: [planted],
          request_id: 'req-4711',
        },
      }),
    )
    await page.goto('/developer_apps/77/settings')
    await expect(page.getByRole('alert')).toContainText('Request ID: req-4711')
    await expect.poll(() => collector.received).toHaveLength(1)
    const [report] = collector.received
    expect(report).toContain('"request_id":"req-4711"')
    expect(report).toContain('"status":"500"')
    expect(report).toContain('"route":"/developer_apps/:id/:tab"')
    expect(report).not.toContain(planted)
  },
)
