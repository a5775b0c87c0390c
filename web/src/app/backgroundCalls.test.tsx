import { recordAnalytics } from '@trestle/domain/analytics/contract.ts'
import { viewMarketplaceApp } from '@trestle/domain/marketplace/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { recordVisit } from '../marketplace/queries.ts'
import { recordReportView } from '../metrics/recordReportView.ts'
import { refuseInBackground, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'

test.each([
  ['an event', recordAnalytics, () => recordReportView({ id: 7, internal_name: 'Crane Planner' }, 'tab')],
  ['a visit', viewMarketplaceApp, () => recordVisit('crane-planner')],
] as const)('a refusal of %s in the background does not disturb the page', async (_, endpoint, start) => {
  refuseInBackground(endpoint, { code: 'rate_limited', message: 'Slow down.' })
  renderPart(<p>The page</p>)
  await expect.element(page.getByText('The page')).toBeVisible()
  start()
  await expect.poll(() => sent(endpoint)).toHaveLength(1)
  await expect.element(page.getByText('The page')).toBeVisible()
  await expect.element(page.getByText('Slow down.')).not.toBeInTheDocument()
})
