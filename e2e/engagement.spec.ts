import { readFile } from 'node:fs/promises'
import type { EngagementReport } from '@trestle/domain/metrics/contract.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import { demoPassword } from '../server/seed/people.ts'
import { expect, expectAccessible, test, type Api, type Page } from './fixtures.ts'
import { csvCells } from './lists.ts'
import { findAppId, createApp, demoEmail, fillSignIn } from './people.ts'
import { heading } from './screen.ts'

test.describe.configure({ timeout: 180_000 })

const title = 'App Engagement Report'
const installationsChart = 'Daily app installations'
const viewsChart = 'Daily marketplace app views'

const crumbs = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('listitem')
const metrics = (page: Page) => page.getByRole('region', { name: 'Totals' })
/** Matches the end of the period in words, such as `to April 9th 2026 (UTC)`. */
function untilDay(date: string): RegExp {
  const [year, , day] = date.split('-')
  const month = new Date(date).toLocaleString('en-US', { month: 'long', timeZone: 'UTC' })
  return new RegExp(`to ${month} ${Number(day)}\\w\\w ${year} \\(UTC\\)`)
}
const chart = (page: Page, name: string) => page.getByRole('application', { name: new RegExp(`^${name}`) })
const days = (page: Page) => page.getByRole('table', { name: 'Day by day' })
const dates = (page: Page) => days(page).getByRole('rowheader')
const pager = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const exportLink = (page: Page) => page.getByRole('link', { name: 'Export CSV' })

/** Expands every collapsed range of days without installations. */
async function unfold(page: Page): Promise<void> {
  const folded = days(page).getByRole('button', { name: /days without installations$/, expanded: false })
  while ((await folded.count()) > 0) await folded.first().click()
}

/** Returns the report's data embedded in the document. */
async function embedded(page: Page): Promise<EngagementReport> {
  const text = (await page.locator('#bootstrap').textContent()) ?? ''
  return (JSON.parse(text) as { page: { data: EngagementReport } }).page.data
}

const grouped = new Intl.NumberFormat('en-US')

async function openReport(page: Page, address: string) {
  await page.goto(address)
  await expect(heading(page)).toHaveText(title)
}

async function ownReport(page: Page, api: Api, name: string) {
  const id = await findAppId(api, name)
  await openReport(page, `/developer_apps/${id}/engagement_report`)
  return id
}

test(
  'the report shows totals, charts and days from the data in the page alone; arrow keys announce a day',
  { tag: ['@MET-01', '@MET-02', '@MET-03', '@MET-04', '@MET-05', '@MET-08', '@MET-09', '@MET-19'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const id = await findAppId(api, 'Site Sync')
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await openReport(page, `/developer_apps/${id}/engagement_report`)
    expect(calls).toContain(`/developer_apps/${id}/engagement_report`)
    await expect(page).toHaveTitle('App Engagement Report · Site Sync · Trestle')
    await expect(crumbs(page)).toHaveText(['Apps', 'Site Sync', title])
    await expect(crumbs(page).getByRole('link', { name: 'Apps' })).toHaveAttribute('href', '/developer_apps')
    await expect(crumbs(page).getByRole('link', { name: 'Site Sync' })).toHaveAttribute(
      'href',
      `/developer_apps/${id}`,
    )
    const report = await embedded(page)
    const installations = report.daily_app_installations_aggregates.total_count
    const visits = report.daily_marketplace_app_views_aggregates.total_count
    expect(installations).toBeGreaterThan(10)
    expect(visits).toBeGreaterThan(100)
    await expect(metrics(page).getByRole('term')).toHaveText([
      'Installations',
      'Marketplace visits',
      'Conversion rate',
    ])
    await expect(
      metrics(page)
        .getByRole('definition')
        .filter({ hasText: /^[\d,.]+%?$/ }),
    ).toHaveText([
      grouped.format(installations),
      grouped.format(visits),
      `${Math.round((installations / visits) * 1000) / 10}%`,
    ])
    await expect(metrics(page)).toContainText('Demo companies are listed below but not counted.')
    await expect(metrics(page)).toContainText(
      /From \w+ \d+\w+ \d{4} to \w+ \d+\w+ \d{4} \(UTC\), including today/,
    )
    await expect(metrics(page)).toContainText(/Counted up to \w+ \d+\w\w \d{4}, \d+:\d\d [ap]m/)
    await expect(metrics(page)).toContainText('Last reported by Trestle:')
    await expect(chart(page, installationsChart)).toBeVisible()
    await expect(chart(page, viewsChart)).toBeVisible()
    await expect(days(page).getByRole('columnheader', { name: /^(Date|Visits|Installations)$/ })).toHaveText([
      'Date',
      'Visits',
      'Installations',
    ])
    await unfold(page)
    const newest = report.days.rows[0]
    await expect(
      days(page)
        .getByRole('row', { name: new RegExp(`^${newest?.date} `) })
        .getByRole('cell'),
    ).toHaveText([grouped.format(newest?.visits ?? -1), grouped.format(newest?.installations ?? -1)])
    expect(calls.filter((path) => /^\/api\/.*(metrics|installations|engagement)/.test(path))).toEqual([])

    const views = report.daily_marketplace_app_views_aggregates
    const [first = ''] = Object.keys(views.rows).toSorted()
    const section = page.getByRole('region', { name: viewsChart })
    await expect(section).toContainText('The table below has the same numbers')
    await chart(page, viewsChart).focus()
    const reported = (date: string) => {
      const count = views.rows[date]?.count ?? 0
      return `${date}: ${count} ${count === 1 ? 'visit' : 'visits'}`
    }
    const next = new Date(Date.parse(first) + dayMs).toISOString().slice(0, 10)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await expect(section.getByRole('status')).toHaveText(reported(first))
    await page.keyboard.press('ArrowRight')
    await expect(section.getByRole('status')).toHaveText(reported(next))
    await expect(section.locator('p').filter({ hasText: reported(next) })).toBeVisible()
    await expectAccessible(page)
  },
)

test(
  'the table has 25 days a page with their installations; page and range are in the URL of each document',
  { tag: ['@MET-06', '@MET-07', '@MET-10', '@MET-11', '@MET-13', '@MET-14', '@MET-19'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const id = await ownReport(page, api, 'Site Sync')
    const report = await embedded(page)
    const total = report.days.total_count
    expect(total).toBeGreaterThan(50)
    await unfold(page)
    await expect(dates(page)).toHaveText(report.days.rows.map(({ date }) => date))
    expect(await dates(page).allTextContents()).toEqual(
      report.days.rows
        .map(({ date }) => date)
        .toSorted()
        .toReversed(),
    )
    await expect(pager(page)).toContainText(`1–25 of ${total}`)
    const listed = report.app_installations.rows
    const [newest] = listed
    const day = newest?.procore_updated_at.slice(0, 10) ?? ''
    const records = page.getByRole('table', { name: `Installations and uninstallations on ${day}` })
    await expect(records.getByRole('columnheader')).toHaveText(['Company', 'Demo', 'Updated (UTC)', 'Status'])
    await expect(records.getByRole('row').nth(1).getByRole('cell')).toHaveText([
      newest?.company_name ?? '',
      newest?.company_is_demo ? 'Demo' : 'No',
      `${day} ${newest?.procore_updated_at.slice(11, 16)}`,
      newest?.status === 'installed' ? 'Installed' : 'Uninstalled',
    ])
    await expect(page.getByRole('table', { name: /^Installations and uninstallations on/ })).toHaveCount(
      new Set(listed.map(({ procore_updated_at }) => procore_updated_at.slice(0, 10))).size,
    )

    await pager(page).getByRole('button', { name: 'Page 2', exact: true }).click()
    await expect(page).toHaveURL(`/developer_apps/${id}/engagement_report?page=2#days`)
    await expect(pager(page)).toContainText(`26–50 of ${total}`)
    await expect(page.getByRole('group', { name: 'Day by day' })).toBeFocused()
    const second = await embedded(page)
    expect(second.days.page).toBe(2)
    await unfold(page)
    await expect(dates(page)).toHaveText(second.days.rows.map(({ date }) => date))
    await expect(metrics(page)).toContainText(untilDay(report.days.rows[0]?.date ?? ''))
    // The router may encode a URL differently; it is the same URL.
    await openReport(page, `/developer_apps/${id}/engagement_report?from='a "b"+ü&page=2`)
    await expect(pager(page)).toContainText(`26–50 of ${total}`)
    await page.goto(`/developer_apps/${id}/engagement_report?page=900`)
    await expect(page).toHaveURL(`/developer_apps/${id}/engagement_report?page=${Math.ceil(total / 25)}`)
    await expect(pager(page)).toContainText(`–${total} of ${total}`)

    await openReport(page, `/developer_apps/${id}/engagement_report`)
    const ranges = page.getByRole('navigation', { name: 'Days in the report' })
    await expect(ranges.getByRole('link', { name: 'All days' })).toHaveAttribute('aria-current', 'page')
    await ranges.getByRole('link', { name: 'Last 30 days' }).click()
    await expect(page).toHaveURL(`/developer_apps/${id}/engagement_report?range=30`)
    await expect(ranges.getByRole('link', { name: 'Last 30 days' })).toHaveAttribute('aria-current', 'page')
    const ranged = await embedded(page)
    expect([ranged.range, ranged.days.total_count]).toEqual(['30', 30])
    await expect(pager(page)).toContainText('1–25 of 30')
    await expect(exportLink(page)).toHaveAttribute('href', `/developer_apps/${id}/installations.csv?range=30`)
    await pager(page).getByRole('button', { name: 'Page 2', exact: true }).click()
    await expect(page).toHaveURL(`/developer_apps/${id}/engagement_report?range=30&page=2#days`)
    await expect(pager(page)).toContainText('26–30 of 30')
    await page.goto(`/developer_apps/${id}/engagement_report?range=30&page=900`)
    await expect(page).toHaveURL(`/developer_apps/${id}/engagement_report?range=30&page=2`)
  },
)

test(
  'going to the report inside the app loads its document, even after signing in',
  { tag: ['@MET-19', '@MET-27', '@MET-28'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const id = await findAppId(api, 'Ledger Bridge')
    const address = `/developer_apps/${id}/engagement_report`
    const documents: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'document') documents.push(new URL(request.url()).pathname)
    })
    await page.goto(`/developer_apps/${id}/metrics`)
    await page.getByRole('link', { name: 'View metrics report' }).click()
    await expect(page).toHaveURL(address)
    await expect(heading(page)).toHaveText(title)
    expect(documents).toEqual([`/developer_apps/${id}/metrics`, address])
    await crumbs(page).getByRole('link', { name: 'Ledger Bridge' }).click()
    await expect(heading(page)).toHaveText('Ledger Bridge')
    await page.goBack()
    await expect(heading(page)).toHaveText(title)
    await expect(days(page)).toBeVisible()

    await page.context().clearCookies()
    await page.goto(address)
    await fillSignIn(page, demoEmail('owner'), demoPassword)
    await expect(page).toHaveURL(address)
    await expect(heading(page)).toHaveText(title)
    await expect(crumbs(page)).toContainText(['Ledger Bridge'])
  },
)

test(
  'the export is a CSV file, and clicking it is reported to analytics',
  { tag: ['@MET-03', '@MET-21', '@MET-22', '@MET-23', '@MET-26', '@API-28'] },
  async ({ page, signIn, api }) => {
    await signIn('dev-collab')
    const id = await ownReport(page, api, 'Site Sync')
    const reported: unknown[] = []
    page.on('response', (response) => {
      if (!response.url().endsWith('/api/v1/analytics')) return
      reported.push([response.request().postDataJSON(), response.status()])
    })
    const downloading = page.waitForEvent('download')
    await exportLink(page).click()
    const download = await downloading
    expect(new URL(download.url()).pathname).toBe(`/developer_apps/${id}/installations.csv`)
    expect(download.suggestedFilename()).toMatch(
      new RegExp(`^installations-${id}-\\d{4}-\\d\\d-\\d\\d\\.csv$`),
    )
    const rows = csvCells(await readFile(await download.path(), 'utf8'))
    expect(rows[0]?.join()).toBe('Company Name,Demo,Updated At,Status')
    expect(rows.length - 1).toBe((await embedded(page)).app_installations.total_count)
    const event = {
      key: 'developers.app_metrics.export_csv.clicked',
      additional_properties: { developer_app_id: id, developer_app_name: 'Site Sync' },
    }
    await expect.poll(() => reported).toEqual([[event, 204]])
    await expect(page).toHaveURL(`/developer_apps/${id}/engagement_report`)
  },
)

test(
  'platform admins have the report at their own URL, with the email addresses of installers',
  { tag: ['@MET-01', '@MET-02', '@MET-12', '@MET-24', '@MET-25', '@MET-27'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const id = await findAppId(api, 'Site Sync')
    await signIn('staff')
    const address = `/admin/developer_apps/${id}/engagement_report`
    await openReport(page, address)
    await expect(crumbs(page)).toHaveText(['Apps', 'Site Sync', title])
    await expect(crumbs(page).getByRole('link', { name: 'Site Sync' })).toHaveAttribute(
      'href',
      `/admin/developer_apps/${id}`,
    )
    const { app_installations } = await embedded(page)
    const [newest] = app_installations.rows
    const day = newest?.procore_updated_at.slice(0, 10) ?? ''
    const records = page.getByRole('table', { name: `Installations and uninstallations on ${day}` })
    await expect(records.getByRole('columnheader')).toHaveText([
      'Company',
      'Demo',
      'User email',
      'Updated (UTC)',
      'Status',
    ])
    expect(newest?.user_email_address).toMatch(/@/)
    await expect(records.getByRole('row').nth(1)).toContainText(newest?.user_email_address ?? '')
    const downloading = page.waitForEvent('download')
    await exportLink(page).click()
    const download = await downloading
    expect(new URL(download.url()).pathname).toBe(`${address}/installations.csv`)
    const text = await readFile(await download.path(), 'utf8')
    expect(csvCells(text)[0]?.join()).toBe('Company Name,Demo,User Email,Updated At,Status')
    expect(text).toContain(newest?.user_email_address ?? '')
  },
)

test(
  'users who do not work on the app get no report',
  { tag: ['@MET-20', '@MET-24'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const id = await findAppId(api, 'Site Sync')
    await page.goto(`/developer_apps/${id}/engagement_report`)
    await expect(page.getByText('Site Sync').first()).toBeVisible()
    await page.goto(`/admin/developer_apps/${id}/engagement_report`)
    await expect(heading(page)).toHaveText('Page not found')
    await signIn('stranger')
    const answer = await page.goto(`/developer_apps/${id}/engagement_report`)
    expect(answer?.status()).toBe(404)
    await expect(heading(page)).toHaveText('Page not found')
    await expect(page.getByText('Site Sync')).toHaveCount(0)
  },
)

test('guests of an app see which roles can read its report', async ({ page, signIn, api }) => {
  await signIn('owner')
  const address = `/developer_apps/${await findAppId(api, 'Site Sync')}/engagement_report`
  const refusal = {
    code: 'not_allowed',
    message: 'Your role on this app does not allow this.',
    errors: [],
    request_id: 'one',
  }
  // No screen makes users guests yet, so this edits the document into what a guest gets.
  await page.route(`**${address}`, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(
      /"page":\{"data".*\}<\/script>/,
      () => `"page":${JSON.stringify({ refusal })}}</script>`,
    )
    await route.fulfill({ response: answer, status: 403, body })
  })
  await openReport(page, address)
  await expect(page.getByText("Metrics aren't shown to users with the User role")).toBeVisible()
  await expect(exportLink(page)).toHaveCount(0)
  await expectAccessible(page)
})

test('a day with more records than the page shows says so, and where to find the others', async ({
  page,
  signIn,
  api,
}) => {
  await signIn('owner')
  const address = `/developer_apps/${await findAppId(api, 'Site Sync')}/engagement_report`
  // No demo app has that many installations, so this edits the document into one that does.
  await page.route(`**${address}`, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replaceAll(/"records":[1-9]\d*/g, '"records":5480')
    await route.fulfill({ response: answer, body })
  })
  await openReport(page, address)
  await expect(
    days(page)
      .getByText(/^The newest \d of 5,480 on this day\. The export includes all of them\.$/)
      .first(),
  ).toBeVisible()
})

test(
  'an app without views or installations says so, and so does a chart without data',
  { tag: ['@MET-16'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const id = await createApp(api, 'Formwork Planner')
    await openReport(page, `/developer_apps/${id}/engagement_report`)
    await expect(page.getByText('No metrics available.')).toHaveCount(1)
    await expect(days(page)).toHaveCount(0)
    await expectAccessible(page)

    await ownReport(page, api, 'Crane Watch')
    const views = page.getByRole('region', { name: viewsChart })
    await expect(views).toContainText('No metrics available.')
    await expect(chart(page, viewsChart)).toHaveCount(0)
    await expect(metrics(page)).toContainText('N/A')
  },
)
