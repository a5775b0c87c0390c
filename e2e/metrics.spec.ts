import { expect, expectAccessible, test, type Api, type Page } from './fixtures.ts'
import { csvCells } from './lists.ts'
import { appId, confirmedPerson, credentials, demoEmail, type Person } from './people.ts'
import { heading } from './screen.ts'
import { newApp } from './versions.ts'

test.describe.configure({ timeout: 180_000 })

const card = (page: Page) => page.getByRole('region', { name: 'API usage report' })
const metrics = (page: Page) => page.getByRole('region', { name: 'App engagement' })
const generate = (page: Page) => card(page).getByRole('button', { name: 'Generate report' })
const tabs = (page: Page) => page.getByRole('navigation', { name: 'App pages' })

const cooldownKey = (id: number) => `api-usage-report-cooldown:${id}`
const readCooldown = (page: Page, id: number) =>
  page.evaluate((key) => window.localStorage.getItem(key), cooldownKey(id))

/** The status of the newest report. */
const latest = '**/api_usage_reports/latest'

async function openMetrics(page: Page, id: number) {
  await page.goto(`/developer_apps/${id}/metrics`)
  await expect(page.getByRole('heading', { name: 'Metrics', level: 2 })).toBeVisible()
}

async function ownApp(
  api: Api,
  signIn: (who: { email: string; password: string }) => Promise<void>,
  mailTo: (email: string) => Promise<string>,
): Promise<{ id: number; person: Person }> {
  const person = await confirmedPerson(api, mailTo)
  await signIn(credentials(person))
  return { id: (await newApp(api)).id, person }
}

test(
  'the tab shows in heading, tagline and cards what it counts and how fresh that is',
  { tag: ['@APP-29', '@APP-33'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    await openMetrics(page, await appId(api, 'Site Sync'))
    await expect(page.getByText('See how companies find, install and use Site Sync.')).toBeVisible()
    await expect(metrics(page).getByRole('term')).toHaveText([
      'Installations',
      'Marketplace visits',
      'API calls',
    ])
    await expect(metrics(page)).toContainText(
      "Companies that currently have the app installed. 1 demo company isn't counted.",
    )
    await expect(metrics(page)).toContainText(/\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d \(UTC\), including today/)
    await expect(metrics(page)).toContainText('Last reported by Trestle:')
    for (const figure of await metrics(page)
      .getByRole('definition')
      .filter({ hasText: /^[\d,]+$/ })
      .all()) {
      expect(Number((await figure.textContent())?.replaceAll(',', ''))).toBeGreaterThan(0)
    }
  },
)

test(
  'the entry and the button report their source to analytics; the button opens the report',
  { tag: ['@APP-19', '@APP-20', '@APP-30', '@APP-31', '@API-28', '@CONST-10', '@MET-28'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const id = await appId(api, 'Ledger Bridge')
    const reported: unknown[] = []
    page.on('response', (response) => {
      if (!response.url().endsWith('/api/v1/analytics')) return
      const { key, additional_properties } = response.request().postDataJSON() as Record<string, unknown>
      reported.push([key, additional_properties, response.status()])
    })
    const view = (source: string) => [
      'developers.app_metrics.view_report.clicked',
      { developer_app_id: id, developer_app_name: 'Ledger Bridge', source },
      204,
    ]
    await page.goto(`/developer_apps/${id}`)
    await tabs(page).getByRole('link', { name: 'Versions' }).click()
    await tabs(page).getByRole('link', { name: 'Metrics' }).click()
    await expect.poll(() => reported).toEqual([view('tab')])
    await expect(page).toHaveTitle('Metrics · Ledger Bridge · Trestle')
    await page.getByRole('link', { name: 'View metrics report' }).click()
    await expect(page).toHaveURL(`/developer_apps/${id}/engagement_report`)
    await expect(heading(page)).toHaveText('App Engagement Report')
    await expect.poll(() => reported).toEqual([view('tab'), view('button')])
  },
)

test(
  'a report is requested, generated and emailed as CSV, and then cools down',
  {
    tag: [
      '@APP-32',
      '@USAGE-03',
      '@USAGE-04',
      '@USAGE-05',
      '@USAGE-07',
      '@USAGE-08',
      '@USAGE-10',
      '@CONST-09',
    ],
  },
  async ({ page, signIn, api, mailTo }) => {
    await signIn('owner')
    const id = await appId(api, 'Site Sync')
    await openMetrics(page, id)
    await expect(generate(page)).toBeEnabled()
    await expect(card(page).getByRole('status')).toHaveText('')
    expect(await readCooldown(page, id)).toBeNull()

    const release = Promise.withResolvers<void>()
    await page.route(latest, async (route) => {
      await release.promise
      await route.continue()
    })
    await generate(page).focus()
    await page.keyboard.press('Enter')
    const email = demoEmail('owner')
    const banner = card(page).getByRole('status').filter({ hasText: 'being generated' })
    await expect(banner).toContainText(
      `Your report is being generated. It can take up to 30 minutes. We will e-mail it to ${email}.`,
    )
    await expect(banner).toContainText(/Requested \d+ seconds? ago/)
    await expect(generate(page)).toBeDisabled()
    await expect(generate(page)).toHaveAccessibleDescription('A report is being generated.')
    await expect(generate(page)).toBeFocused()
    await expectAccessible(page)
    release.resolve()

    await expect(card(page)).toContainText(`The report was emailed to ${email} on`)
    await expect(banner).toHaveCount(0)
    await expect(generate(page)).toBeDisabled()
    await expect(generate(page)).toHaveAccessibleDescription(/^You can request the next report in 4:\d\d\.$/)
    await expect(card(page).getByText('You can request the next report in about 5 minutes.')).toBeAttached()
    const end = Number(await readCooldown(page, id))
    expect(end - Date.now()).toBeGreaterThan(200_000)
    expect(end - Date.now()).toBeLessThanOrEqual(300_000)

    const mail = await mailTo(email)
    const link = /download="(api-usage-[^"]+\.csv)" href="data:text\/csv;charset=utf-8;base64,([^"]+)"/.exec(
      mail,
    )
    expect(link?.[1]).toMatch(
      new RegExp(`^api-usage-${id}-\\d{4}-\\d\\d-\\d\\d-to-\\d{4}-\\d\\d-\\d\\d\\.csv$`),
    )
    const [header, ...rows] = csvCells(Buffer.from(link?.[2] ?? '', 'base64').toString('utf8'))
    expect(header?.join()).toBe('Date,Response Code,HTTP Method,Normalized Route,Count')
    expect(rows.length).toBeGreaterThan(100)
    expect(new Set(rows.map(([date]) => date)).size).toBeLessThanOrEqual(30)
  },
)

test(
  'the cooldown counts down, survives a reload, and is removed when it is over',
  { tag: ['@USAGE-07', '@USAGE-08', '@USAGE-09', '@ERR-27'] },
  async ({ page, signIn, api, mailTo }) => {
    const { id } = await ownApp(api, signIn, mailTo)
    await page.clock.install()
    await openMetrics(page, id)
    await generate(page).click()
    await expect(card(page)).toContainText('The report was emailed to')
    await page.clock.fastForward('04:00')
    await expect(card(page)).toContainText(/You can request the next report in 0:[45]\d\./)
    const end = await readCooldown(page, id)
    await page.route(latest, (route) => route.abort())
    await page.reload()
    await expect(card(page)).toContainText('We could not check whether a report is on its way.')
    await expect(card(page)).toContainText(/You can request the next report in 0:[345]\d\./)
    expect(await readCooldown(page, id)).toBe(end)

    await page.unroute(latest)
    await page.clock.fastForward('01:00')
    await expect(generate(page)).toBeEnabled()
    expect(await readCooldown(page, id)).toBeNull()
    await expect(card(page)).not.toContainText('You can request the next report')

    // The server's clock is independent of the page's: for the server, the five minutes have just begun.
    await generate(page).click()
    const refusal = card(page).getByRole('alert').filter({ hasText: "couldn't be generated" })
    await expect(refusal).toContainText(
      /A usage report of this app was requested a moment ago\. You can request the next one in (5|4) minutes\./,
    )
    await expect(generate(page)).toHaveAccessibleDescription(/^You can request the next report in 4:\d\d\.$/)
  },
)

test(
  'without browser storage, the page itself remembers the cooldown',
  { tag: ['@USAGE-07'] },
  async ({ page, signIn, api, mailTo }) => {
    const { id } = await ownApp(api, signIn, mailTo)
    await page.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      }),
    )
    await openMetrics(page, id)
    await generate(page).click()
    await expect(card(page)).toContainText('The report was emailed to')
    await expect(generate(page)).toHaveAccessibleDescription(
      /^You can request the next report in [45]:\d\d\.$/,
    )
    await tabs(page).getByRole('link', { name: 'Versions' }).click()
    await tabs(page).getByRole('link', { name: 'Metrics' }).click()
    await expect(generate(page)).toBeDisabled()
    await page.reload()
    await expect(generate(page)).toHaveAccessibleDescription(/^You can request the next report in 4:\d\d\.$/)
  },
)

test(
  'without the flag there is no usage report, and Metrics shows only for apps with something to see',
  { tag: ['@USAGE-01', '@USAGE-02', '@APP-17', '@other-settings'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    await openMetrics(page, await appId(api, 'Site Sync'))
    await expect(metrics(page)).toContainText('API calls')
    await expect(card(page)).toHaveCount(0)
    await page.goto(`/developer_apps/${await appId(api, 'Daily Photo Digest')}/metrics`)
    await expect(page.getByText('There is nothing here')).toBeVisible()
    await expect(tabs(page).getByRole('link', { name: 'Metrics' })).toHaveCount(0)
  },
)
