import { getMetricsSummary } from '@trestle/domain/metrics/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildApp, buildSession } from '../../testing/build.ts'
import { refuse, reply } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { MetricsTab } from './MetricsTab.tsx'

const session = buildSession({ flags: { api_usage_visible: false } })
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
  await expect.element(page.getByText("Metrics aren't shown to guests")).toBeVisible()
  await expect.element(page.getByText(/Ask Dana Reyes for another role\.$/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Generate report' })).not.toBeInTheDocument()
})

test('says that an app has no usage, and can retry a failed load', async () => {
  refuse(getMetricsSummary, { code: 'internal', message: 'Something went wrong.' })
  renderPart(<MetricsTab app={buildApp()} />, { session })
  await expect.element(engagement.getByRole('alert')).toMatchTextContent('The metrics could not be loaded.')
  await expect.element(engagement.getByText('No metrics available.')).not.toBeInTheDocument()
  reply(getMetricsSummary, nothing)
  await engagement.getByRole('button', { name: 'Retry' }).click()
  await expect.element(engagement.getByText('No metrics available.')).toBeVisible()
})
