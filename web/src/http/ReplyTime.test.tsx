import { getSession } from '@trestle/domain/accounts/calls.ts'
import { dayMs, hourMs } from '@trestle/domain/time/durations.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { buildSession } from '../../testing/build.ts'
import { renderPart } from '../../testing/render.tsx'
import { useServerNow } from '../ui/serverTime.ts'
import { call } from './call.ts'

const now = Date.UTC(2026, 10, 20, 12)

function HoursAhead() {
  return (useServerNow(false) - now) / hourMs
}

test.each([
  ['the time of a reply corrects a wrong clock', 'no-store', '-48'],
  ['a reply that the browser stored does not', 'public, max-age=300', '0'],
])('%s', async (_, caching, hours) => {
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.useFakeTimers({ toFake: ['Date'], now })
  renderPart(<HoursAhead />)
  await expect.element(page.getByText('0', { exact: true })).toBeVisible()
  const date = new Date(now - 2 * dayMs).toUTCString()
  const headers = { date, 'cache-control': caching }
  vi.stubGlobal('fetch', async () => Response.json(buildSession(), { headers }))
  await call(getSession, {})
  await expect.element(page.getByText(hours, { exact: true })).toBeVisible()
})
