// @module-tag engine
import {
  endDeveloperSessions,
  getSession,
  signOut,
  updateAccount,
  updateAdminDeveloper,
} from '@trestle/domain/accounts/contract.ts'
import {
  confirmEmailChange,
  requestEmailChange,
  undoEmailChange,
} from '@trestle/domain/accounts/emailChanges/contract.ts'
import {
  confirmTotp,
  createPasskey,
  createPasskeyRegistration,
  createTotp,
  getSecondFactors,
  requestFactorReset,
} from '@trestle/domain/accounts/factors/contract.ts'
import { suspendDeveloper } from '@trestle/domain/accounts/suspensions/contract.ts'
import { createDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { acceptInvitation, createInvitation } from '@trestle/domain/collaborators/contract.ts'
import { createClientSecret } from '@trestle/domain/credentials/contract.ts'
import { renewNotificationFeed } from '@trestle/domain/notifications/contract.ts'
import { decideAuthorizationRequest } from '@trestle/domain/oauth/contract.ts'
import { createPersonalToken, revokePersonalToken } from '@trestle/domain/personalTokens/contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuthenticator } from '../../../testing/authenticator.ts'
import { buildApp, buildDeveloper, buildInvitation, type DeveloperRow } from '../../../testing/build.ts'
import { addTotp, totpCode } from '../../../testing/factors.ts'
import { readMailedToken } from '../../../testing/emails.ts'
import { buildOauthApp, openAuthorize, startOauthServer } from '../../../testing/oauth.ts'
import { buildPersonalToken } from '../../../testing/personalTokens.ts'
import { callDuring, holdRow, raceInOrder } from '../../../testing/race.ts'
import { repeated } from '../../../testing/rounds.ts'
import type { Client, TestServer } from '../../../testing/server.ts'

let server: TestServer
let admin: DeveloperRow
beforeAll(async () => {
  server = await startOauthServer({ SIGN_IN_ATTEMPTS: '1000' })
  admin = await buildDeveloper(server, { is_admin: true })
})
afterAll(() => server.close())

interface Answer {
  status: number
}

/** Returns the client of someone whose session has begun. */
async function signedIn(person: DeveloperRow): Promise<Client> {
  const client = server.as(person)
  await client.call(getSession)
  return client
}

/** Ends all sessions of someone, with their account locked, as every recovery of an account does. */
const endSessions = ({ id }: DeveloperRow): Promise<Answer> =>
  server.as(admin).attempt(endDeveloperSessions, { params: { id } })

/** Counts everything that could still act for someone, or was about to, after all their sessions ended. */
async function countAccess({ id }: DeveloperRow): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*)::integer from passkeys where developer_id = ${id}) as passkeys,
      (select count(*)::integer from totp_secrets where developer_id = ${id} and confirmed_at is not null) as apps,
      (select count(*)::integer from personal_access_tokens where developer_id = ${id}) as tokens,
      (select count(*)::integer from oauth_grants where developer_id = ${id}) as grants,
      (select count(*)::integer from notification_feeds where developer_id = ${id}) as feeds,
      (select count(*)::integer from email_changes where developer_id = ${id}) as addresses,
      (select count(*)::integer from collaborators where developer_id = ${id}) as roles`.execute(
    server.services.db,
  )
  return rows[0] ?? {}
}

/** Prepares a call of someone who is signed in up to its last request. */
type Prepare = (client: Client, person: DeveloperRow) => Promise<() => Promise<Answer>>

const calls: [string, Prepare][] = [
  [
    'passkey',
    async (client) => {
      const { body: registration } = await client.call(createPasskeyRegistration)
      const passkey = createAuthenticator({ origin: server.services.settings.PUBLIC_URL }).create(
        registration,
      )
      return () => client.attempt(createPasskey, { body: { name: 'Laptop', passkey } })
    },
  ],
  [
    'authenticator app',
    async (client) => {
      const { secret } = (await client.call(createTotp)).body
      return () => client.attempt(confirmTotp, { body: { totp: totpCode(server, secret) } })
    },
  ],
  [
    'personal access token',
    async (client) => () =>
      client.attempt(createPersonalToken, {
        body: { name: 'Build server', actions: ['app.view'], app_ids: null, expires_in_days: 30 },
      }),
  ],
  [
    'authorized app',
    async (client) => {
      const reply = await openAuthorize(client, await buildOauthApp(server))
      const [, request = ''] = /^\/consent\/([\w-]+)$/.exec(String(reply.headers.location)) ?? []
      return () => client.attempt(decideAuthorizationRequest, { params: { request }, body: { allow: true } })
    },
  ],
  ['feed address', async (client) => () => client.attempt(renewNotificationFeed)],
  [
    'address',
    async (client, { id }) =>
      () =>
        client.attempt(requestEmailChange, { body: { email: `late${id}@moved.test` } }),
  ],
  [
    'name',
    async (client) => () => client.attempt(updateAccount, { body: { first_name: 'Too', last_name: 'Late' } }),
  ],
  [
    'app',
    async (client) => () => client.attempt(createDeveloperApp, { body: { internal_name: 'Too late' } }),
  ],
  [
    'role',
    async (client, { email }) => {
      const { token } = await buildInvitation(server, await buildApp(server, { sandbox: 'none' }), { email })
      return () => client.attempt(acceptInvitation, { params: { token } })
    },
  ],
]

test.each(calls)(
  'a session that ends while its call waits for the account adds no %s',
  repeated,
  async (_, prepare) => {
    const person = await buildDeveloper(server)
    const late = await prepare(await signedIn(person), person)
    const before = await countAccess(person)
    const [ended, refused] = await raceInOrder(server, holdRow('developers', person.id), [
      () => endSessions(person),
      late,
    ])
    expect([ended?.status, refused?.status]).toEqual([204, 401])
    expect(await countAccess(person)).toEqual(before)
    const { name } = await server.services.db
      .selectFrom('developers')
      .select('name')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(name).toBe(person.name)
  },
)

test('a passkey that is added while the owner takes the account back is not stored', repeated, async () => {
  const person = await buildDeveloper(server)
  const thief = server.as(person)
  const email = `thief${person.id}@moved.test`
  await thief.call(requestEmailChange, { body: { email } })
  const confirmation = await readMailedToken(server, email, 'change_email')
  await thief.call(confirmEmailChange, { body: { token: confirmation } })
  const token = await readMailedToken(server, person.email, 'undo_email_change')
  const passkey = createAuthenticator({ origin: server.services.settings.PUBLIC_URL }).create(
    (await thief.call(createPasskeyRegistration)).body,
  )
  const [undone, refused] = await raceInOrder<Answer>(server, holdRow('developers', person.id), [
    () => server.anonymous().attempt(undoEmailChange, { body: { token } }),
    () => thief.attempt(createPasskey, { body: { name: 'Laptop', passkey } }),
  ])
  expect([undone?.status, refused?.status]).toEqual([200, 401])
  const { body } = await server.asAgain(person).call(getSecondFactors)
  expect(body.passkeys).toBe(0)
})

async function sessionOf({ id }: DeveloperRow): Promise<number> {
  const { db } = server.services
  const session = db.selectFrom('sessions').select('id').where('developer_id', '=', id)
  return (await session.executeTakeFirstOrThrow()).id
}

test.each<[string, (client: Client, appId: number) => Promise<Answer>]>([
  [
    'invites no one',
    (client, appId) =>
      client.attempt(createInvitation, {
        body: { developer_app_id: appId, email: 'late@invited.test', role: 'admin' },
      }),
  ],
  ['creates no client secret', (client, id) => client.attempt(createClientSecret, { params: { id } })],
])('a session that ended while its call waited for the app %s', repeated, async (_, call) => {
  const owner = await buildDeveloper(server)
  const { app } = await buildOauthApp(server, { app: { owner_id: owner.id } })
  const client = await signedIn(owner)
  const refused = await callDuring(
    server,
    holdRow('developer_apps', app.id),
    () => call(client, app.id),
    () => endSessions(owner),
  )
  expect(refused.status).toBe(401)
  const { rows } = await sql<{ added: number }>`
    select (select count(*) from invitations where app_id = ${app.id})
      + (select count(*) - 1 from client_secrets where app_id = ${app.id}) as added`.execute(
    server.services.db,
  )
  expect(Number(rows[0]?.added)).toBe(0)
})

test('a session that ends while a passkey is about to be added gets no challenge', repeated, async () => {
  const person = await buildDeveloper(server)
  const client = await signedIn(person)
  const [ended, refused] = await raceInOrder(server, holdRow('sessions', await sessionOf(person)), [
    () => endSessions(person),
    () => client.attempt(createPasskeyRegistration),
  ])
  expect([ended?.status, refused?.status]).toEqual([204, 401])
})

test('signing out while all sessions are being ended ends both well', repeated, async () => {
  const person = await buildDeveloper(server)
  const client = await signedIn(person)
  const answers = await raceInOrder<Answer>(server, holdRow('sessions', await sessionOf(person)), [
    () => client.attempt(signOut),
    () => endSessions(person),
  ])
  expect(answers.map(({ status }) => status)).toEqual([204, 204])
})

test('a personal access token that is revoked while its call waits creates no secret', repeated, async () => {
  const owner = await buildDeveloper(server)
  const { app } = await buildOauthApp(server, { app: { owner_id: owner.id } })
  const { id, token } = await buildPersonalToken(server, owner)
  const refused = await callDuring(
    server,
    holdRow('developer_apps', app.id),
    () => server.bearer(token).attempt(createClientSecret, { params: { id: app.id } }),
    () => server.as(owner).attempt(revokePersonalToken, { params: { id } }),
  )
  expect(refused.status).toBe(401)
})

test.each<[string, (staff: Client, id: number) => Promise<Answer>]>([
  [
    'grants no rights',
    (staff, id) => staff.attempt(updateAdminDeveloper, { params: { id }, body: { is_admin: true } }),
  ],
  [
    'suspends no one',
    (staff, id) => staff.attempt(suspendDeveloper, { params: { id }, body: { reason: 'Spam' } }),
  ],
])('a session of staff that ends while its call waits %s', repeated, async (_, call) => {
  const staff = await buildDeveloper(server, { is_admin: true })
  const person = await buildDeveloper(server)
  const client = await signedIn(staff)
  const [, refused] = await raceInOrder(server, holdRow('developers', staff.id), [
    () => endSessions(staff),
    () => call(client, person.id),
  ])
  expect(refused?.status).toBe(401)
  const stored = await server.services.db
    .selectFrom('developers')
    .leftJoin('suspensions', 'suspensions.developer_id', 'developers.id')
    .select(['is_admin', 'reason'])
    .where('developers.id', '=', person.id)
    .executeTakeFirstOrThrow()
  expect(stored).toEqual({ is_admin: false, reason: null })
})

test('a session of staff that ends while its call waits resets no factors', repeated, async () => {
  const staff = await buildDeveloper(server, { is_admin: true })
  const person = await buildDeveloper(server)
  await addTotp(server, server.as(person))
  const client = await signedIn(staff)
  const body = { reason: 'Lost phone' }
  const refused = await callDuring(
    server,
    holdRow('developers', person.id),
    () => client.attempt(requestFactorReset, { params: { id: person.id }, body }),
    () => endSessions(staff),
  )
  expect(refused.status).toBe(401)
  const resets = await server.services.db
    .selectFrom('factor_resets')
    .select('id')
    .where('developer_id', '=', person.id)
    .execute()
  expect(resets).toEqual([])
})
