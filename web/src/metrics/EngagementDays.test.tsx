import type { EngagementReport } from '@trestle/domain/metrics/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { EngagementDays } from './EngagementDays.tsx'

const at = '2026-03-01T12:00:00.000Z'
const report: EngagementReport = {
  developer_app_id: 7,
  internal_name: 'Crane Planner',
  range: '30',
  app_installations: {
    rows: [
      {
        id: 1,
        company_name: 'Hill Builders',
        company_is_demo: false,
        user_email_address: 'kim@hill.example',
        procore_updated_at: at,
        status: 'installed',
      },
    ],
    total_count: 1,
  },
  daily_app_installations_aggregates: { rows: {}, total_count: 0 },
  daily_marketplace_app_views_aggregates: { rows: {}, total_count: 0 },
  days: {
    rows: [{ date: '2026-03-01', visits: 4, installations: 1, records: 1 }],
    page: 1,
    per_page: 50,
    total_count: 1,
  },
  reported_at: at,
  generated_at: at,
}

test('on a phone, a shadow shows that the installations scroll sideways, until they are scrolled', async () => {
  await page.viewport(390, 800)
  renderPart(<EngagementDays report={report} onPage={() => undefined} />)
  const days = page.getByRole('group', { name: 'Day by day' })
  await expect.element(days.getByText('kim@hill.example')).toBeInTheDocument()
  const shade = () => getComputedStyle(days.element().parentElement as HTMLElement, '::after').opacity
  await expect.poll(shade).toBe('1')
  days.element().scrollLeft = 1000
  await expect.poll(shade).toBe('0')
})

test(
  'the names of the columns show once, and screen readers have them for each day',
  { tags: ['MET-11'] },
  async () => {
    await page.viewport(1440, 900)
    const [record] = report.app_installations.rows
    if (!record) throw new Error('The report has no record.')
    const before = { ...record, id: 2, company_is_demo: true, procore_updated_at: '2026-02-28T12:00:00.000Z' }
    const day = { visits: 4, installations: 1, records: 1 }
    const rows = ['2026-03-01', '2026-02-28'].map((date) => ({ date, ...day }))
    renderPart(
      <EngagementDays
        report={{
          ...report,
          app_installations: { rows: [record, before], total_count: 2 },
          days: { ...report.days, rows, total_count: 2 },
        }}
        onPage={() => undefined}
      />,
    )
    const headers = page.getByRole('columnheader', { name: 'Company' })
    await expect.poll(() => headers.elements()).toHaveLength(2)
    const heights = headers.elements().map((header) => header.getBoundingClientRect().height)
    expect(heights[0]).toBeGreaterThan(15)
    expect(heights[1]).toBeLessThan(2)
    const demos = page.getByRole('cell', { name: 'Demo', exact: true })
    expect(demos.elements()).toHaveLength(1)
    expect(page.getByText('No', { exact: true }).element().getBoundingClientRect().width).toBeLessThan(2)
    await page.viewport(390, 800)
    const { documentElement: root } = document
    await expect.poll(() => root.scrollWidth - root.clientWidth, { message: 'scrolls sideways' }).toBe(0)
  },
)
