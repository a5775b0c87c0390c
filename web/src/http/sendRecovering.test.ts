import { updateAccount } from '@trestle/domain/accounts/calls.ts'
import type { Session } from '@trestle/domain/accounts/contract.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildAdminSession, buildSession, buildSignedOutSession } from '../../testing/build.ts'
import { confirmation } from './confirmation.ts'
import { endedSession } from './endedSession.ts'
import { leavePage } from './leavePage.ts'
import type { CallOptions } from './send.ts'
import { sendRecovering } from './sendRecovering.ts'
import { currentSession, replaceSession } from './session.ts'
import { markPrefetch } from './unattended.ts'

const notSignedIn: [number, object] = [401, { code: 'not_signed_in', message: 'Sign in first.' }]
const staleToken: [number, object] = [
  403,
  {
    code: 'not_allowed',
    message: 'The token is stale.',
    fields: { 'x-csrf-token': ['The token is stale.'] },
  },
]
const termsDue: [number, object] = [403, { code: 'terms_not_accepted', message: 'The terms have changed.' }]
const unconfirmed = (...methods: string[]): [number, object] => [
  403,
  { code: 'confirmation_required', message: "Confirm that it's you.", methods },
]
const found = (session: Session): [number, object] => [200, session]
const saved: [number, object] = [200, {}]

/** Answers the calls in this order. Returns the calls, each with its token. */
function answer(...replies: [status: number, body: object][]): string[] {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (address: string, { method, headers }: RequestInit) => {
    sent.push(`${method} ${address} ${new Headers(headers).get('x-csrf-token')}`)
    const [status, body] = replies.shift() ?? [500, {}]
    return Response.json(body, { status })
  })
  return sent
}

const save = (options: CallOptions = {}) =>
  sendRecovering({ endpoint: updateAccount, parts: { body: {} }, options })

const page = Object.assign(new EventTarget(), {
  location: { origin: 'https://developers.example.test', assign: () => undefined },
})

beforeEach(() => {
  vi.stubGlobal('window', page)
  replaceSession(buildSession())
})

afterEach(() => {
  vi.unstubAllGlobals()
  endedSession.decline()
  endedSession.renew()
})

test('a save is not repeated for a different user whose session has replaced the ended one', async () => {
  const sent = answer(notSignedIn, found(buildSession({ developer: { id: 99 } })))
  const saving = save()
  await expect.poll(endedSession.read).toBe('asking')
  expect(currentSession().developer?.id).toBe(1)
  expect(sent).toHaveLength(2)
  endedSession.decline()
  await expect(saving).rejects.toMatchObject({ code: 'not_signed_in' })
})

test('a page keeps its user if only the token of the ended session can be replaced', async () => {
  const sent = answer(staleToken, found({ ...buildSignedOutSession(), csrf_token: 'new' }), saved)
  await expect(save()).resolves.toMatchObject({ status: 200 })
  expect(sent[2]).toBe('PATCH /api/v1/account new')
  expect(currentSession().developer?.id).toBe(1)
})

test('a page before sign-in stays until its call ends, though another tab has signed in', async () => {
  replaceSession(buildSignedOutSession())
  const users: (number | undefined)[] = []
  const sent = answer(staleToken, found({ ...buildSession(), csrf_token: 'new' }), saved)
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    users.push(currentSession().developer?.id)
    return fetch(address, init)
  })
  await expect(save()).resolves.toMatchObject({ status: 200 })
  expect(sent[2]).toBe('PATCH /api/v1/account new')
  expect(users).toEqual([undefined, undefined, undefined])
  expect(currentSession()).toEqual({ ...buildSignedOutSession(), csrf_token: 'new' })
})

test('a page before sign-in gets the user of another tab from a call that no one waits for', async () => {
  replaceSession(buildSignedOutSession())
  answer(staleToken, found(buildSession()), saved)
  await expect(save({ background: true })).resolves.toMatchObject({ status: 200 })
  expect(currentSession().developer?.id).toBe(buildSession().developer?.id)
})

test('a save that needs several steps is repeated after each', async () => {
  const sessionEnds = [notSignedIn, found(buildSignedOutSession())]
  const termsChange = [termsDue, found(buildSession())]
  const replies = [unconfirmed('password'), ...sessionEnds, ...termsChange, ...sessionEnds, saved]
  const sent = answer(...replies)
  const saving = save()
  await expect.poll(confirmation.read).toEqual(['password'])
  confirmation.finish()
  for (const calls of [3, replies.length - 1]) {
    await expect.poll(endedSession.read).toBe('asking')
    expect(sent).toHaveLength(calls)
    replaceSession(buildSession())
    endedSession.renew()
  }
  await expect(saving).resolves.toMatchObject({ status: 200 })
})

test('a typed password confirms nothing if the server accepts only other ways', async () => {
  answer(unconfirmed('totp'), saved)
  const confirm = vi.fn(async () => undefined)
  const saving = save({ confirm })
  await expect.poll(confirmation.read).toEqual(['totp'])
  confirmation.finish()
  await expect(saving).resolves.toMatchObject({ status: 200 })
  expect(confirm).not.toHaveBeenCalled()
})

test('a refusal while the page is left for another document asks no one to sign in', async () => {
  leavePage('/')
  answer(notSignedIn, found(buildSignedOutSession()))
  await expect(save()).resolves.toMatchObject({ status: 401 })
  expect(endedSession.read()).toBe('none')
  page.dispatchEvent(new Event('pageshow'))
})

test.each([
  ['loses the rights of staff that the user no longer has', {}, false],
  ['keeps its user although another tab has signed in a different one', { developer: { id: 99 } }, true],
])('after a refusal, a page %s', async (_, session, isAdmin) => {
  replaceSession(buildAdminSession())
  const refusal: [number, object] = [
    403,
    { code: 'not_allowed', message: 'Only platform admins can do this.' },
  ]
  const sent = answer(refusal, found(buildSession(session)))
  await expect(save()).resolves.toMatchObject({ status: 403 })
  await expect.poll(() => sent).toHaveLength(2)
  await expect.poll(() => currentSession().is_admin).toBe(isAdmin)
  expect(currentSession().developer?.id).toBe(1)
})

test.each([
  ['the terms', termsDue],
  ['a confirmation', unconfirmed('password')],
])('a prefetch does not wait for %s', async (_, refusal) => {
  answer(refusal, found({ ...buildSession(), terms_due: true }))
  const { signal } = new AbortController()
  markPrefetch(signal, () => false)
  await expect(save({ signal })).resolves.toMatchObject({ status: 403 })
  expect(confirmation.read()).toEqual([])
  expect(currentSession().terms_due).toBe(false)
})
