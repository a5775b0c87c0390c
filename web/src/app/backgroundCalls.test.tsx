import { getSession } from '@trestle/domain/accounts/contract.ts'
import { recordAnalytics } from '@trestle/domain/analytics/contract.ts'
import { viewMarketplaceApp } from '@trestle/domain/marketplace/contract.ts'
import { listNotifications } from '@trestle/domain/notifications/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { endedSession } from '../http/endedSession.ts'
import { queryClient } from '../http/queryClient.ts'
import { currentSession } from '../http/session.ts'
import { recordVisit } from '../marketplace/queries.ts'
import { recordReportView } from '../metrics/recordReportView.ts'
import { criticalNotifications, unreadNotifications } from '../notifications/queries.ts'
import { buildSession, buildSignedOutSession } from '../../testing/build.ts'
import { refuseInBackground, reply, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'

const calls = [
  ['an event', recordAnalytics, () => recordReportView({ id: 7, internal_name: 'Crane Planner' }, 'tab')],
  ['a visit', viewMarketplaceApp, () => recordVisit('crane-planner')],
] as const

test.each(calls)(
  'a refusal of %s in the background does not disturb the page',
  async (_, endpoint, start) => {
    refuseInBackground(endpoint, { code: 'rate_limited', message: 'Slow down.' })
    renderPart(<p>The page</p>)
    await expect.element(page.getByText('The page')).toBeVisible()
    start()
    await expect.poll(() => sent(endpoint)).toHaveLength(1)
    await expect.element(page.getByText('The page')).toBeVisible()
    await expect.element(page.getByText('Slow down.')).not.toBeInTheDocument()
  },
)

test.each(calls)('%s in the background asks no one to accept the terms', async (_, endpoint, start) => {
  refuseInBackground(endpoint, { code: 'terms_not_accepted', message: 'The terms have changed.' })
  reply(getSession, { ...buildSession(), terms_due: true })
  renderPart(<p>The page</p>)
  await expect.element(page.getByText('The page')).toBeVisible()
  start()
  await expect.poll(() => sent(endpoint)).toHaveLength(1)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(currentSession().terms_due).toBe(false)
})

const polls = [
  ['the number on the bell', listNotifications, () => void queryClient.prefetchQuery(unreadNotifications())],
  [
    'the banner of a critical notification',
    listNotifications,
    () => void queryClient.prefetchQuery(criticalNotifications()),
  ],
] as const

test.each([...calls, ...polls])('%s in the background asks no one to sign in', async (_, endpoint, start) => {
  refuseInBackground(endpoint, { code: 'not_signed_in', message: 'Sign in first.' })
  reply(getSession, buildSignedOutSession())
  renderPart(<p>The page</p>)
  await expect.element(page.getByText('The page')).toBeVisible()
  start()
  await expect.poll(() => endedSession.read()).toBe('noticed')
})
