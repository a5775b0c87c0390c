import { getSession } from '@trestle/domain/accounts/contract.ts'
import { createDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { expect, test, vi } from 'vitest'
import { breakOff, disconnect, hold, sent, stall } from '../../testing/network.ts'
import { call } from './call.ts'
import { queryClient } from './queryClient.ts'

test('a connection lost in the middle of a reply is a lost connection, so that a load tries again', async () => {
  breakOff(getSession)
  const load = queryClient.fetchQuery({ queryKey: ['session'], queryFn: () => call(getSession, {}) })
  await expect(load).rejects.toMatchObject({ code: 'network', message: /couldn't be reached/ })
  expect(sent(getSession)).toHaveLength(3)
})

test('the time limit of a call also ends a reply whose body never comes', async () => {
  stall(getSession)
  await expect(call(getSession, {}, { timeoutMs: 50 })).rejects.toMatchObject({ code: 'network' })
})

test('a call that gets no reply ends after a minute, so that no form stays busy forever', async () => {
  disconnect(createDeveloperApp)
  hold(createDeveloperApp)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const ended = vi.fn()
  const body = { internal_name: 'Site Sync' }
  const created = call(createDeveloperApp, { body }).catch(ended)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  await created
  expect(ended).toHaveBeenCalledWith(expect.objectContaining({ code: 'network' }))
})

test.each([
  ['a change without a reply may have been made', true, /, or its reply got lost/],
  ['a change is not sent without a connection', false, /couldn't be reached\. Check/],
])('%s', async (_, isUnconfirmed, message) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isUnconfirmed)
  disconnect(createDeveloperApp)
  const change = call(createDeveloperApp, { body: { internal_name: 'A' } })
  await expect(change).rejects.toMatchObject({ message, isUnconfirmed })
})

const html = (status: number) => () => new Response('<html></html>', { status })
const drop = () => {
  throw new TypeError('Failed to fetch')
}

test.each([
  ['no reply', drop, true],
  ['a proxy that lost the reply', html(502), true],
  ['a proxy that stopped waiting', html(504), true],
  ['a page instead of the reply', html(200), true],
  ['a busy server', html(503), false],
  ['a broken server', html(500), false],
])('a change that got %s may have been made: %s', async (_, answer, isUnconfirmed) => {
  vi.stubGlobal('fetch', answer)
  const change = call(createDeveloperApp, { body: { internal_name: 'Site Sync' } })
  const load = call(getSession, {})
  await expect(change).rejects.toMatchObject({ isUnconfirmed })
  await expect(load).rejects.toMatchObject({ isUnconfirmed: false })
  vi.unstubAllGlobals()
})

test('a creation whose reply got lost is repeated with its key, and another one has its own', async () => {
  disconnect(createDeveloperApp)
  const mocked = window.fetch
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', (address: string, init: RequestInit & { headers: Headers }) => {
    keys.push(init.headers.get('idempotency-key'))
    return mocked(address, init)
  })
  const create = (name: string) => call(createDeveloperApp, { body: { internal_name: name } })
  for (const name of ['Site Sync', 'Site Sync', 'Crane Watch']) {
    await expect(create(name)).rejects.toMatchObject({ code: 'network' })
  }
  vi.unstubAllGlobals()
  const [first, second, other] = keys
  expect(first).not.toBeNull()
  expect(second).toBe(first)
  expect(other).not.toBe(first)
})

test('a call canceled while its reply arrives ends immediately and is not a lost connection', async () => {
  stall(getSession)
  const controller = new AbortController()
  const canceled = call(getSession, {}, { signal: controller.signal })
  await expect.poll(() => sent(getSession)).toHaveLength(1)
  controller.abort()
  await expect(canceled).rejects.toMatchObject({ name: 'AbortError' })
})
