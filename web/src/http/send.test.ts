import { recordAnalytics } from '@trestle/domain/analytics/calls.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { send } from './send.ts'

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
