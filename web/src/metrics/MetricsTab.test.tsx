import { recordAnalytics } from '@trestle/domain/analytics/contract.ts'
import { getMetricsSummary, getUsageReportStatus } from '@trestle/domain/metrics/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildApp, buildSession, now } from '../../testing/build.ts'
import { refuse, reply, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { texts } from '../../testing/texts.ts'
import { MetricsTab } from './MetricsTab.tsx'

const session = buildSession({ flags: { api_usage_visible: false } })
const generate = page.getByRole('button', { name: 'Generate report' })
const engagement = page.getByRole('region', { name: 'App engagement' })
const nothing = {
  installations: 0,
  demo_installations: 0,
  marketplace_views: 0,
  api_calls: 0,
  from: '2026-10-22',
  to: '2026-11-20',
  reported_at: null,
}

test('guests of an app see whom to ask for another role', async () => {
  renderPart(<MetricsTab app={buildApp({ role: 'user' })} />)
  await expect.element(page.getByText("Metrics aren't shown to users with the User role")).toBeVisible()
  await expect.element(page.getByText(/Ask Dana Reyes for another role\.$/)).toBeVisible()
  await expect.element(generate).not.toBeInTheDocument()
})

test('says that an app has no usage, and can retry a failed load', async () => {
  refuse(getMetricsSummary, { code: 'internal', message: 'Something went wrong.' })
  renderPart(<MetricsTab app={buildApp()} />, { session })
  await expect.element(engagement.getByRole('alert')).toMatchTextContent("The metrics couldn't be loaded")
  await expect.element(engagement.getByText('No metrics available.')).not.toBeInTheDocument()
  reply(getMetricsSummary, nothing)
  await engagement.getByRole('button', { name: 'Retry' }).click()
  await expect.element(engagement.getByText('No metrics available.')).toBeVisible()
})

test('visits on the marketplace are shown without a report of the platform', async () => {
  reply(getMetricsSummary, { ...nothing, marketplace_views: 3 })
  renderPart(<MetricsTab app={buildApp()} />, { session })
  await expect.element(engagement.getByRole('definition').filter({ hasText: /^3$/ })).toBeVisible()
  await expect.element(engagement).not.toMatchTextContent(/Last reported/)
})

test(
  'shows in heading, tagline and cards what it counts and how fresh that is',
  { tags: ['APP-29', 'APP-30', 'APP-33', 'MET-28'] },
  async () => {
    const counts = { installations: 1204, demo_installations: 1, marketplace_views: 7, api_calls: 12 }
    reply(getMetricsSummary, { ...nothing, ...counts, reported_at: now })
    renderPart(<MetricsTab app={buildApp()} />, { session })
    await expect.element(page.getByRole('heading', { name: 'Metrics', level: 2 })).toBeVisible()
    await expect
      .element(page.getByText('See how companies find, install and use Crane Planner.'))
      .toBeVisible()
    await expect.element(engagement).toMatchTextContent("1 demo company isn't counted.")
    await expect
      .element(engagement)
      .toMatchTextContent('October 22nd 2026 to November 20th 2026 (UTC), including today')
    await expect.element(engagement).toMatchTextContent('Last reported by Trestle:')
    expect(texts(engagement.getByRole('term'))).toEqual(['Installations', 'Marketplace visits', 'API calls'])
    expect(texts(engagement.getByRole('definition'))).toEqual(expect.arrayContaining(['1,204', '7', '12']))
  },
)

test.each([true, false])(
  'says that calls to the sandbox count, unless government cloud is on: %s',
  async (gov_cloud) => {
    reply(getMetricsSummary, { ...nothing, api_calls: 12 })
    renderPart(<MetricsTab app={buildApp()} />, {
      session: buildSession({ flags: { api_usage_visible: false, gov_cloud } }),
    })
    await expect.element(engagement).toMatchTextContent(/Calls in the last 30 days, successful or not/)
    expect(engagement.element().textContent.includes('sandbox')).toBe(!gov_cloud)
  },
)

test.each([true, false])(
  'shows the usage report if the server enables it: %s',
  { tags: ['USAGE-01', 'USAGE-02', 'APP-32'] },
  async (isEnabled) => {
    reply(getMetricsSummary, nothing)
    reply(getUsageReportStatus, { report: null, cooldown_ms: 0 })
    renderPart(<MetricsTab app={buildApp()} />, {
      session: buildSession({ flags: { api_usage_visible: isEnabled } }),
    })
    await expect.element(engagement.getByText('No metrics available.')).toBeVisible()
    const report = page.getByRole('region', { name: 'API usage report' })
    await expect.poll(() => report.elements()).toHaveLength(isEnabled ? 1 : 0)
    await expect.poll(() => generate.elements()).toHaveLength(isEnabled ? 1 : 0)
  },
)

test('the button records its source', { tags: ['APP-20', 'APP-31', 'CONST-10'] }, async () => {
  reply(getMetricsSummary, nothing)
  reply(recordAnalytics)
  renderPart(<MetricsTab app={buildApp()} />, { session })
  const button = engagement.getByRole('link', { name: 'View metrics report' })
  await expect.element(button).toHaveAttribute('href', '/developer_apps/7/engagement_report')
  // Following it would load the document of the report.
  button.element().addEventListener('click', (event) => event.preventDefault())
  await button.click()
  expect(sent(recordAnalytics)).toMatchObject([
    {
      body: {
        key: 'developers.app_metrics.view_report.clicked',
        additional_properties: { developer_app_id: 7, developer_app_name: 'Crane Planner', source: 'button' },
      },
    },
  ])
})
