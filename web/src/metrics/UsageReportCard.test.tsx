import {
  getUsageReportStatus,
  requestUsageReport,
  type UsageReport,
} from '@trestle/domain/metrics/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { now } from '../../testing/build.ts'
import { disconnect, refuse, reply, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { UsageReportCard } from './UsageReportCard.tsx'

const app = { id: 7, internal_name: 'Crane Planner' }
const report = (overrides: Partial<UsageReport>): UsageReport => ({
  id: 1,
  developer_app_id: 7,
  state: 'generating',
  recipient: 'dana@example.test',
  requested_at: new Date().toISOString(),
  finished_at: null,
  ...overrides,
})
const generate = page.getByRole('button', { name: 'Generate report' })
const alert = page.getByRole('alert')

test('requests a report and says that it is being generated', { tags: ['USAGE-05'] }, async () => {
  reply(getUsageReportStatus, { report: null, cooldown_ms: 0 })
  reply(requestUsageReport, { report: report({}), cooldown_ms: 0 })
  renderPart(<UsageReportCard app={app} />)
  await generate.click()
  await expect.element(page.getByText(/^Your report is being generated/)).toBeVisible()
  await expect.element(generate).toHaveAttribute('aria-disabled', 'true')
  await expect.element(generate).toHaveAccessibleDescription('A report is being generated.')
  expect(sent(requestUsageReport)).toHaveLength(1)
})

test(
  'shows why a report was refused, and can be requested again',
  { tags: ['USAGE-06', 'USAGE-10', 'ERR-28', 'ERR-29'] },
  async () => {
    reply(getUsageReportStatus, { report: null, cooldown_ms: 0 })
    refuse(requestUsageReport, { code: 'not_allowed', message: 'Only the owner may request reports.' })
    renderPart(<UsageReportCard app={app} />)
    await generate.click()
    await expect.element(alert).toMatchTextContent('Only the owner may request reports.')
    await expect.element(generate).toHaveFocus()
    expect(localStorage.getItem('api-usage-report-cooldown:7')).toBeNull()
    refuse(requestUsageReport, { code: 'internal', message: '', errors: [] })
    await generate.click()
    await expect.element(alert).toMatchTextContent('Failed to generate report. Please try again.')
    disconnect(requestUsageReport)
    await generate.click()
    await expect.element(alert).toMatchTextContent(/^The report could not be generated.*Network error/)
  },
)

test('the button waits until the next report may be requested', async () => {
  const sentReport = report({ state: 'sent', finished_at: now })
  reply(getUsageReportStatus, { report: sentReport, cooldown_ms: 90_000 })
  renderPart(<UsageReportCard app={app} />)
  await expect.element(page.getByText(/^The report was emailed to dana@example.test/)).toBeVisible()
  await expect.element(generate).toHaveAttribute('aria-disabled', 'true')
  await expect.element(generate).toHaveAccessibleDescription(/^You can request the next report in 1:/)
})

test('says when a report failed', { tags: ['USAGE-06'] }, async () => {
  reply(getUsageReportStatus, { report: report({ state: 'failed', finished_at: now }), cooldown_ms: 0 })
  renderPart(<UsageReportCard app={app} />)
  await expect.element(alert).toMatchTextContent('Failed to generate report. Please try again.')
  await expect.element(generate).toHaveAttribute('aria-disabled', 'false')
})

test('can retry a failed load', async () => {
  refuse(getUsageReportStatus, { code: 'internal', message: 'Something went wrong.' })
  renderPart(<UsageReportCard app={app} />)
  await expect.element(alert).toMatchTextContent('We could not check whether a report is on its way.')
  reply(getUsageReportStatus, { report: null, cooldown_ms: 0 })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(generate).toHaveAttribute('aria-disabled', 'false')
})

test('an overdue report does not block requesting another one', async () => {
  const requested_at = new Date(Date.now() - 1_805_000).toISOString()
  reply(getUsageReportStatus, { report: report({ requested_at }), cooldown_ms: 0 })
  renderPart(<UsageReportCard app={app} />)
  await expect.element(page.getByText(/^A report is taking longer than 30 minutes/)).toBeVisible()
  await expect.element(generate).toHaveAttribute('aria-disabled', 'false')
})
