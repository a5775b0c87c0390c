import {
  getUsageReportStatus,
  requestUsageReport,
  type UsageReport,
} from '@trestle/domain/metrics/contract.ts'
import { minuteMs } from '@trestle/domain/time/durations.ts'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { now } from '../../testing/build.ts'
import { expectHue } from '../../testing/hue.ts'
import { disconnect, refuse, reply, sent } from '../../testing/network.ts'
import { removeRendered, renderPart } from '../../testing/render.tsx'
import { UsageReportCard } from './UsageReportCard.tsx'

const app = { id: 7, internal_name: 'Crane Planner' }
const report = (overrides: Partial<UsageReport>): UsageReport => ({
  id: 1,
  developer_app_id: 7,
  state: 'generating',
  recipient: 'dana@example.test',
  requested_at: new Date().toISOString(),
  finished_at: null,
  undelivered_at: null,
  ...overrides,
})
const generate = page.getByRole('button', { name: 'Generate report' })
const alert = page.getByRole('alert')
const emailed = page.getByText(/^The report was emailed to dana@example.test/)

test(
  'requests a report and says that it is being generated',
  { tags: ['USAGE-04', 'USAGE-05'] },
  async () => {
    reply(getUsageReportStatus, { report: null, cooldown_ms: 0 })
    reply(requestUsageReport, { report: report({}), cooldown_ms: 0 })
    renderPart(<UsageReportCard app={app} />)
    await expect.element(generate).toHaveAttribute('aria-disabled', 'false')
    generate.element().focus()
    await userEvent.keyboard('{Enter}')
    const text =
      'Your report is being generated. It can take up to 30 minutes. We will e-mail it to dana@example.test.'
    await expectHue(page.getByRole('status').getByText(text), 'blue')
    await expect.element(page.getByText(/^Requested \d+ seconds? ago/)).toBeVisible()
    await expect.element(generate).toHaveAttribute('aria-disabled', 'true')
    await expect.element(generate).toHaveFocus()
    await expect.element(generate).toHaveAccessibleDescription('A report is being generated.')
    expect(sent(requestUsageReport)).toHaveLength(1)
    await expectAccessible()
  },
)

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
    await expect.element(alert).toMatchTextContent(/^Couldn't confirm that this worked.*Network error/)
  },
)

test('someone who gets no emails about reports is led to their notifications', async () => {
  reply(getUsageReportStatus, { report: null, cooldown_ms: 0 })
  refuse(requestUsageReport, { code: 'conflict', message: 'You turned off emails about reports.' })
  renderPart(<UsageReportCard app={app} />)
  await generate.click()
  await expect.element(alert).toMatchTextContent(/You turned off emails about reports/)
  await expect
    .element(alert.getByRole('link', { name: 'Manage notifications' }))
    .toHaveAttribute('href', '/account#notifications')
})

test('the button waits until the next report may be requested', async () => {
  const sentReport = report({ state: 'sent', finished_at: now })
  reply(getUsageReportStatus, { report: sentReport, cooldown_ms: 90_000 })
  renderPart(<UsageReportCard app={app} />)
  await expect.element(page.getByRole('status').filter({ has: emailed })).toBeVisible()
  await expect.element(generate).toHaveAttribute('aria-disabled', 'true')
  await expect.element(generate).toHaveAccessibleDescription(/^You can request the next report in 1:/)
})

test('a report that was emailed earlier is not announced again', async () => {
  reply(getUsageReportStatus, { report: report({ state: 'sent', finished_at: now }), cooldown_ms: 0 })
  renderPart(<UsageReportCard app={{ ...app, id: 8 }} />)
  await expect.element(emailed).toBeVisible()
  await expect.element(page.getByRole('status').filter({ has: emailed })).not.toBeInTheDocument()
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
  await expect.element(alert).toMatchTextContent("We couldn't check whether a report is on its way")
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

test(
  'the cooldown counts down, survives a reload, and is removed when it is over',
  { tags: ['USAGE-07', 'USAGE-08', 'USAGE-09', 'USAGE-10', 'CONST-09'] },
  async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.parse(now) })
    const stored = () => localStorage.getItem('api-usage-report-cooldown:7')
    reply(getUsageReportStatus, { report: report({ state: 'sent', finished_at: now }), cooldown_ms: 300_000 })
    renderPart(<UsageReportCard app={app} />)
    await expect.element(generate).toHaveAccessibleDescription('You can request the next report in 5:00.')
    await expect
      .element(page.getByText('You can request the next report in about 5 minutes.'))
      .toBeInTheDocument()
    expect(stored()).toBe(String(Date.now() + 300_000))
    vi.advanceTimersByTime(240_000)
    await expect.element(generate).toHaveAccessibleDescription('You can request the next report in 1:00.')

    const end = stored()
    removeRendered()
    localStorage.setItem('api-usage-report-cooldown:7', end ?? '')
    refuse(getUsageReportStatus, { code: 'internal', message: 'Something went wrong.' })
    renderPart(<UsageReportCard app={app} />)
    await expect.element(alert).toBeVisible()
    await expect.element(generate).toHaveAccessibleDescription('You can request the next report in 1:00.')
    vi.advanceTimersByTime(minuteMs)
    await expect.element(generate).toHaveAttribute('aria-disabled', 'false')
    expect(stored()).toBeNull()
  },
)

test('after a refusal, the wait comes from the server', { tags: ['USAGE-10', 'ERR-27'] }, async () => {
  reply(getUsageReportStatus, { report: null, cooldown_ms: 0 })
  const message = 'A usage report of this app was requested a moment ago.'
  refuse(requestUsageReport, { code: 'rate_limited', message })
  renderPart(<UsageReportCard app={app} />)
  await expect.element(generate).toHaveAttribute('aria-disabled', 'false')
  reply(getUsageReportStatus, { report: null, cooldown_ms: 90_000 })
  await generate.click()
  await expect.element(alert).toMatchTextContent(message)
  await expect.element(generate).toHaveAccessibleDescription(/^You can request the next report in 1:/)
})

test('says that the email of a report could not be delivered, and lets the user request another one', async () => {
  localStorage.setItem('api-usage-report-cooldown:7', String(Date.now() + minuteMs))
  const sentReport = report({ state: 'sent', finished_at: now, undelivered_at: now })
  reply(getUsageReportStatus, { report: sentReport, cooldown_ms: 0 })
  renderPart(<UsageReportCard app={app} />)
  await expect
    .element(alert)
    .toMatchTextContent(
      /^The report was not delivered.*We couldn't deliver the report to dana@example\.test\./,
    )
  await expect.element(emailed).not.toBeInTheDocument()
  await expect.element(generate).toHaveAttribute('aria-disabled', 'false')
})
