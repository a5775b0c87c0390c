import { recordAnalytics } from '@trestle/domain/analytics/calls.ts'
import { listNotifications } from '@trestle/domain/notifications/calls.ts'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { send } from './send.ts'
import { watchUserActivity } from './userActivity.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([true, false])('a call outlives its page only if it asks for it: %s', async (keepalive) => {
  const inits: RequestInit[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    inits.push(init)
    return new Response()
  })
  await send(recordAnalytics, {}, { csrfToken: 'token', ...(keepalive && { keepalive }) })
  expect(inits).toMatchObject([{ keepalive }])
})

test('a call says so once the user has not done anything for a minute', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const idle: (string | null)[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Headers }) => {
    idle.push(headers.get('x-user-idle'))
    return new Response()
  })
  const input = new EventTarget()
  watchUserActivity(input)
  input.dispatchEvent(new Event('keydown'))
  await send(listNotifications, {}, { csrfToken: 'token' })
  vi.advanceTimersByTime(60_000)
  await send(listNotifications, {}, { csrfToken: 'token' })
  expect(idle).toEqual([null, 'true'])
})
