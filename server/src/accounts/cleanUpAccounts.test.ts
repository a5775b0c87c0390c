import { forgotPassword, getSession, resendConfirmation, signIn } from '@trestle/domain/accounts/contract.ts'
import { requestEmailChange } from '@trestle/domain/accounts/emailChanges/contract.ts'
import { createPasskeyRequest } from '@trestle/domain/accounts/factors/contract.ts'
import { dayMs, hourMs } from '@trestle/domain/time/durations.ts'
import { expect, test } from 'vitest'
import {
  buildApp,
  buildCollaborator,
  buildDeveloper,
  buildSuspension,
  password,
  unconfirm,
} from '../../testing/build.ts'
import { addTotp } from '../../testing/factors.ts'
import { callDuring, type Hold } from '../../testing/race.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { cleanUpAccounts } from './cleanUpAccounts.ts'
import { countAttempt } from './limit.ts'

test('deletes the counters of attempts once the longest window is over, and no earlier', async () => {
  const server = await startTestServer()
  const countRows = async (): Promise<number> =>
    (await server.services.db.selectFrom('attempts').select('key').execute()).length
  const attempt = { action: 'sign_in', account: 'kim@example.test', address: '192.0.2.7' } as const
  await countAttempt(server.services, attempt)
  const counted = await countRows()
  expect(counted).toBeGreaterThan(0)
  await cleanUpAccounts(server.services)
  expect(await countRows()).toBe(counted)
  server.clock.advance(2 * hourMs)
  await cleanUpAccounts(server.services)
  expect(await countRows()).toBe(0)
})

test('deletes changes of addresses long after their links have ended', async () => {
  const server = await startTestServer()
  const client = server.as(await buildDeveloper(server))
  const countAfter = async (days: number): Promise<number> => {
    server.clock.advance(days * dayMs)
    await cleanUpAccounts(server.services)
    return (await server.services.db.selectFrom('email_changes').select('id').execute()).length
  }
  await client.call(requestEmailChange, { body: { email: 'kim@moved.test' } })
  expect([await countAfter(29), await countAfter(2)]).toEqual([1, 0])
})

test('deletes what has expired; links stay a week longer, to say that they have expired', async () => {
  const server = await startTestServer()
  const { id, email } = await buildDeveloper(server)
  await addTotp(server, server.as({ id }))
  await server.anonymous().call(signIn, { body: { email, password } })
  await server.anonymous().call(createPasskeyRequest)
  await server.anonymous().call(forgotPassword, { body: { email } })
  const tablesAfter = async (days: number): Promise<string[]> => {
    server.clock.advance(days * dayMs)
    await cleanUpAccounts(server.services)
    const { rows } = await server.database.pool.query<{ name: string }>(
      `select 'sessions' as name from sessions union select 'email_tokens' from email_tokens
       union select 'pending_sign_ins' from pending_sign_ins
       union select 'webauthn_challenges' from webauthn_challenges order by name`,
    )
    return rows.map(({ name }) => name)
  }
  expect(await tablesAfter(0)).toEqual([
    'email_tokens',
    'pending_sign_ins',
    'sessions',
    'webauthn_challenges',
  ])
  expect(await tablesAfter(1)).toEqual(['email_tokens', 'sessions'])
  expect(await tablesAfter(30)).toEqual([])
})

test('deletes a registration that no one confirmed, a month after it was last used', async () => {
  const server = await startTestServer()
  const unconfirmed = { email_confirmed_at: null }
  const idle = await buildDeveloper(server, unconfirmed)
  const confirmed = await buildDeveloper(server)
  const moved = await buildDeveloper(server, { ...unconfirmed, email_changed_at: server.services.now() })
  const member = await buildCollaborator(
    server,
    await buildApp(server, { owner_id: confirmed.id }),
    'developer',
  )
  await unconfirm(server, member)
  const suspended = await buildDeveloper(server, unconfirmed)
  await buildSuspension(server, { developer_id: suspended.id, suspended_by: confirmed.id })
  const active = await buildDeveloper(server, unconfirmed)
  const listAfter = async (days: number): Promise<number[]> => {
    server.clock.advance(days * dayMs)
    await cleanUpAccounts(server.services)
    const rows = await server.services.db.selectFrom('developers').select('id').orderBy('id').execute()
    return rows.map(({ id }) => id)
  }
  const others = [confirmed.id, moved.id, member.id, suspended.id]
  expect(await listAfter(29)).toEqual([idle.id, ...others, active.id])
  await server.as(active).call(resendConfirmation, { body: {} })
  expect(await listAfter(2)).toEqual([...others, active.id])
  expect((await server.as(active).call(getSession)).body.developer?.id).toBe(active.id)
  expect(await listAfter(40)).toEqual(others)
  const deleted = (await server.audit()).filter(({ action }) => action === 'developer.deleted')
  expect(deleted.map(({ subject_id }) => subject_id)).toEqual([String(idle.id), String(active.id)])
})

/** Cleans up and returns how many developers are left. */
async function countAfterRun({ services }: TestServer): Promise<number> {
  await cleanUpAccounts(services)
  return (await services.db.selectFrom('developers').select('id').execute()).length
}

test('keeps an old registration while a browser is signed in to it', async () => {
  const server = await startTestServer()
  const { id } = await buildDeveloper(server, { email_confirmed_at: null })
  server.clock.advance(31 * dayMs)
  await server.as({ id }).call(getSession)
  expect(await countAfterRun(server)).toBe(1)
  server.clock.advance(31 * dayMs)
  expect(await countAfterRun(server)).toBe(0)
})

test('deletes at most 50 old registrations in a run', async () => {
  const server = await startTestServer()
  for (let count = 0; count < 51; count += 1) await buildDeveloper(server, { email_confirmed_at: null })
  server.clock.advance(31 * dayMs)
  expect([await countAfterRun(server), await countAfterRun(server)]).toEqual([1, 0])
})

test('keeps a registration that signs in while the cleanup waits for it', async () => {
  const server = await startTestServer()
  const { id } = await buildDeveloper(server, { email_confirmed_at: null })
  server.clock.advance(31 * dayMs)
  const recordSignIn: Hold = (tx) =>
    tx
      .updateTable('developers')
      .set({ last_sign_in_at: server.services.now() })
      .where('id', '=', id)
      .execute()
  expect(await callDuring(server, recordSignIn, () => countAfterRun(server))).toBe(1)
})
