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
