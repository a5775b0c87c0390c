import { readFile } from 'node:fs/promises'
import { createInvitation, acceptInvitation } from '@trestle/domain/collaborators/contract.ts'
import { listAuditEvents } from '@trestle/domain/audit/contract.ts'
import { recordAnalytics } from '@trestle/domain/analytics/contract.ts'
import {
  updateAdminDeveloper,
  confirmEmail,
  getEmailConfirmation,
  getSession,
  forgotPassword,
  resetPassword,
  changePassword,
  resendConfirmation,
  signIn,
  register,
  rejectEmail,
} from '@trestle/domain/accounts/contract.ts'
import { dayMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildApp,
  buildCollaborator,
  buildDeveloper,
  buildSuspension,
  password,
} from '../../testing/build.ts'
import { startLimitedServer } from '../../testing/limited.ts'
import { readMailedToken } from '../../testing/emails.ts'
import { holdRow, race } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts'

// All tests share one server; each uses its own address.
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true, env: { SIGN_IN_ATTEMPTS: '1000' } })
})
afterAll(() => server.close())

interface Account {
  id: number
  email: string
  token: string
}

const linkTo = (email: string, on = server) => readMailedToken(on, email, 'confirm_email')

/**
 * Creates an unconfirmed account, as anyone could register with the address. Its password is the one in
 * `build.ts`.
 */
async function unconfirmed(on = server): Promise<Account> {
  const { id, email } = await buildDeveloper(on, { email_confirmed_at: null })
  await on.as({ id }).call(resendConfirmation, { body: {} })
  return { id, email, token: await linkTo(email, on) }
}

/** Creates a confirmed account whose address staff then replace. */
async function moved(): Promise<Account> {
  const staff = await buildDeveloper(server, { is_admin: true })
  const { id } = await buildDeveloper(server)
  const email = `moved${id}@example.test`
  await server.as(staff).call(updateAdminDeveloper, { params: { id }, body: { email } })
  return { id, email, token: await linkTo(email) }
}

const findDeveloper = (id: number, on = server) =>
  on.services.db.selectFrom('developers').selectAll().where('id', '=', id).executeTakeFirst()
const isConfirmed = async (id: number) => (await findDeveloper(id))?.email_confirmed_at !== null
const actionsOn = async (id: number) =>
  (await server.audit()).filter(({ subject_id }) => subject_id === String(id)).map(({ action }) => action)
const confirm = (client: Client, token: string, typed?: string) =>
  client.attempt(confirmEmail, { body: { token, ...(typed !== undefined && { password: typed }) } })
const reject = (client: Client, token: string) => client.attempt(rejectEmail, { body: { token } })
const look = (client: Client, token: string) => client.attempt(getEmailConfirmation, { params: { token } })

describe('confirming an address', () => {
  test(
    'the link alone confirms nothing: it requires the password of the account',
    { tags: ['ACC-06'] },
    async () => {
      const { id, token } = await unconfirmed()
      const answer = await confirm(server.anonymous(), token)
      expect(answer.status).toBe(422)
      expect(answer.body.fields).toEqual({ password: ['Enter the password of this account.'] })
      expect(await isConfirmed(id)).toBe(false)
      expect((await look(server.anonymous(), token)).status).toBe(200)
    },
  )

  test('confirms with the password of the account, and starts no session', { tags: ['ACC-06'] }, async () => {
    const { id, email, token } = await unconfirmed()
    const client = server.anonymous()
    const answer = await confirm(client, token, password)
    expect([answer.status, answer.body]).toEqual([200, { email }])
    expect(await isConfirmed(id)).toBe(true)
    expect((await client.call(getSession)).body.developer).toBeNull()
    expect(await actionsOn(id)).toContain('email.confirmed')
  })

  test('a wrong password confirms nothing and leaves the link usable', { tags: ['ACC-06'] }, async () => {
    const { id, token } = await unconfirmed()
    const wrong = await confirm(server.anonymous(), token, 'not the password')
    expect(wrong.body.fields).toEqual({ password: ["This isn't the password of this account."] })
    expect(await isConfirmed(id)).toBe(false)
    expect((await confirm(server.anonymous(), token, password)).status).toBe(200)
  })

  test(
    'a session of the account is enough; a session of another account is not',
    { tags: ['ACC-06'] },
    async () => {
      const { id, token } = await unconfirmed()
      const other = await confirm(server.as(await buildDeveloper(server)), token)
      expect([other.status, Object.keys(other.body.fields ?? {})]).toEqual([422, ['password']])
      expect(await isConfirmed(id)).toBe(false)
      expect((await confirm(server.as({ id }), token)).status).toBe(200)
      expect(await isConfirmed(id)).toBe(true)
    },
  )

  test(
    "the owner of an address that a stranger registered can't confirm the account, but takes it over with a password reset",
    { tags: ['ACC-06'] },
    async () => {
      const { id, email, token } = await unconfirmed()
      const stranger = server.as({ id })
      expect((await confirm(server.anonymous(), token)).status).toBe(422)
      await server.anonymous().call(forgotPassword, { body: { email } })
      const reset = await readMailedToken(server, email, 'reset_password')
      const fresh = 'seven rivers and a bridge'
      await server
        .anonymous()
        .call(resetPassword, { body: { token: reset, password: fresh, password_confirmation: fresh } })
      expect(await isConfirmed(id)).toBe(true)
      expect((await stranger.call(getSession)).body.developer).toBeNull()
      expect((await confirm(server.anonymous(), token, fresh)).status).toBe(422)
    },
  )

  test(
    'the link works once, even when used several times at the same moment',
    { tags: ['ACC-06'], ...repeated },
    async () => {
      const { id, token } = await unconfirmed()
      const client = server.as({ id })
      const answers = await race(server, holdRow('developers', id), [
        () => confirm(client, token),
        () => confirm(client, token),
        () => confirm(server.anonymous(), token, password),
      ])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
      expect((await confirm(client, token)).status).toBe(422)
    },
  )

  test(
    'confirms nothing when the password changes while it is being verified',
    { tags: ['ACC-06'] },
    async () => {
      const { id, token } = await unconfirmed()
      const fresh = 'seven rivers and a bridge'
      const [confirmed] = await Promise.all([
        confirm(server.anonymous(), token, fresh),
        server.as({ id }).call(changePassword, {
          body: {
            current_password: password,
            password: fresh,
            password_confirmation: fresh,
          },
        }),
      ])
      expect(confirmed.status).toBe(422)
      expect((await confirm(server.anonymous(), token, password)).status).toBe(422)
      expect((await confirm(server.anonymous(), token, fresh)).status).toBe(200)
    },
  )

  test('the link works for 24 hours', { tags: ['ACC-06'] }, async () => {
    const early = await unconfirmed()
    const late = await unconfirmed()
    server.clock.advance(dayMs - minuteMs)
    expect((await confirm(server.anonymous(), early.token, password)).status).toBe(200)
    server.clock.advance(minuteMs)
    const answer = await confirm(server.anonymous(), late.token, password)
    expect(answer.status).toBe(422)
    expect(answer.body.fields?.token?.[0]).toContain('24 hours')
    expect((await look(server.anonymous(), late.token)).status).toBe(404)
  })

  test('stores only the hash of the link, and refuses an unknown link', { tags: ['ACC-06'] }, async () => {
    const { token } = await unconfirmed()
    const stored = await server.services.db.selectFrom('email_tokens').selectAll().execute()
    expect(stored.at(-1)?.token_hash).toHaveLength(32)
    expect(JSON.stringify(stored)).not.toContain(token)
    expect((await confirm(server.anonymous(), 'made-up', password)).status).toBe(422)
    expect((await look(server.anonymous(), 'made-up')).status).toBe(404)
    expect((await reject(server.anonymous(), 'made-up')).status).toBe(422)
  })

  test('requesting another email replaces the link of the first one', { tags: ['ACC-06'] }, async () => {
    const { id, email, token } = await unconfirmed()
    await server.as({ id }).call(resendConfirmation, { body: {} })
    const again = await linkTo(email)
    expect(again).not.toBe(token)
    expect((await confirm(server.as({ id }), token)).status).toBe(422)
    expect((await confirm(server.as({ id }), again)).status).toBe(200)
    expect(await actionsOn(id)).toContain('email_confirmation.requested')
  })

  test(
    'sends the email again only to a signed-in developer with an unconfirmed address',
    { tags: ['ACC-06'] },
    async () => {
      const developer = await buildDeveloper(server)
      expect((await server.as(developer).refusal(resendConfirmation, { body: {} })).status).toBe(409)
      expect((await server.as(null).refusal(resendConfirmation, { body: {} })).status).toBe(401)
    },
  )

  test('limits password guesses with the link like sign-in attempts', { tags: ['ACC-06'] }, async () => {
    const limited = await startLimitedServer({ SIGN_IN_ATTEMPTS: '2' })
    const { token } = await unconfirmed(limited)
    const guess = async () => (await confirm(limited.anonymous(), token, 'not the password')).status
    expect([await guess(), await guess(), await guess()]).toEqual([422, 422, 429])
  })
})

describe('opening a link', () => {
  test('shows the address and whose account it is, and changes nothing', { tags: ['ACC-06'] }, async () => {
    const { id, email, token } = await unconfirmed()
    const facts = { email, is_own: false, is_registration: true }
    expect((await look(server.anonymous(), token)).body).toEqual(facts)
    expect((await look(server.as(await buildDeveloper(server)), token)).body).toEqual(facts)
    expect((await look(server.as({ id }), token)).body).toEqual({ ...facts, is_own: true })
    expect(await isConfirmed(id)).toBe(false)
    const provided = await moved()
    expect((await look(server.anonymous(), provided.token)).body).toEqual({
      email: provided.email,
      is_own: false,
      is_registration: false,
    })
  })
})

describe('"This wasn\'t me"', () => {
  test(
    'deletes the unconfirmed account with its sessions and links, and records it in the audit log',
    { tags: ['ACC-06'] },
    async () => {
      const { id, email, token } = await unconfirmed()
      const stranger = server.as({ id })
      await stranger.call(recordAnalytics, { body: { key: 'developers.sandbox_manifest_editor.opened' } })
      const answer = await reject(server.anonymous(), token)
      expect([answer.status, answer.body]).toEqual([200, { is_deleted: true }])
      expect(await findDeveloper(id)).toBeUndefined()
      expect((await stranger.call(getSession)).body.developer).toBeNull()
      expect((await server.anonymous().refusal(signIn, { body: { email, password } })).status).toBe(422)
      expect(await actionsOn(id)).toEqual(['email_confirmation.requested', 'developer.deleted'])
      const { db } = server.services
      for (const table of ['sessions', 'email_tokens'] as const) {
        const rows = await db.selectFrom(table).select('id').where('developer_id', '=', id).execute()
        expect(rows).toEqual([])
      }
      expect((await reject(server.anonymous(), token)).status).toBe(422)
      expect((await confirm(server.anonymous(), token, password)).status).toBe(422)
    },
  )

  test('keeps a suspended registration, and says so before', { tags: ['ACC-06'] }, async () => {
    const { id, token } = await unconfirmed()
    await buildSuspension(server, { developer_id: id, suspended_by: (await buildDeveloper(server)).id })
    expect((await look(server.anonymous(), token)).body.is_registration).toBe(false)
    expect((await reject(server.anonymous(), token)).body).toEqual({ is_deleted: false })
    expect((await findDeveloper(id))?.id).toBe(id)
  })

  test('frees the address for its owner to register', { tags: ['ACC-06'] }, async () => {
    const { email, token } = await unconfirmed()
    await reject(server.anonymous(), token)
    await server.anonymous().call(register, {
      body: {
        first_name: 'Ada',
        last_name: 'Byron',
        email,
        password: 'maple tree in a storm',
        password_confirmation: 'maple tree in a storm',
        terms_accepted: true,
      },
    })
    expect((await confirm(server.anonymous(), await linkTo(email), 'maple tree in a storm')).status).toBe(200)
  })

  test('staff can still read what the deleted account did', { tags: ['ACC-06'] }, async () => {
    const { id, token } = await unconfirmed()
    await reject(server.anonymous(), token)
    const staff = server.as(await buildDeveloper(server, { is_admin: true }))
    const { body } = await staff.call(listAuditEvents, { query: { filters: { actor_id: id } } })
    expect(body).toMatchObject([
      { action: 'email_confirmation.requested', actor_kind: 'person', actor: null },
    ])
  })

  test(
    'ends the session and clears the browser when used from the session of the account',
    { tags: ['ACC-06'] },
    async () => {
      const { id, token } = await unconfirmed()
      const answer = await reject(server.as({ id }), token)
      expect(answer.headers['clear-site-data']).toBe('"cache", "storage"')
      expect(await findDeveloper(id)).toBeUndefined()
      const other = await unconfirmed()
      const elsewhere = await reject(server.as(await buildDeveloper(server)), other.token)
      expect(elsewhere.headers['clear-site-data']).toBeUndefined()
    },
  )

  test(
    'never deletes an account whose address was set by staff: only the link stops working',
    { tags: ['ACC-06'] },
    async () => {
      const { id, token } = await moved()
      const answer = await reject(server.anonymous(), token)
      expect([answer.status, answer.body]).toEqual([200, { is_deleted: false }])
      expect(await findDeveloper(id)).toBeDefined()
      expect(await actionsOn(id)).toEqual(['developer.updated', 'email.rejected'])
      expect((await confirm(server.anonymous(), token, password)).status).toBe(422)
    },
  )

  test.each(['a role on an app', 'the admin right'])(
    'never deletes an account with %s',
    { tags: ['ACC-06'] },
    async (what) => {
      const account = await unconfirmed()
      const { db } = server.services
      if (what === 'the admin right') {
        await db.updateTable('developers').set({ is_admin: true }).where('id', '=', account.id).execute()
      } else {
        const { id } = await buildCollaborator(server, await buildApp(server), 'developer')
        await db
          .updateTable('collaborators')
          .set({ developer_id: account.id })
          .where('developer_id', '=', id)
          .execute()
      }
      expect((await reject(server.anonymous(), account.token)).body).toEqual({ is_deleted: false })
      expect(await findDeveloper(account.id)).toBeDefined()
    },
  )

  test(
    'racing with a confirmation, one of them wins and the other finds the link used',
    { tags: ['ACC-06'], ...repeated },
    async () => {
      for (let round = 0; round < 6; round += 1) {
        const { id, token } = await unconfirmed()
        const calls = [
          () => confirm(server.as({ id }), token),
          () => reject(server.anonymous(), token),
          () => confirm(server.anonymous(), token, password),
        ]
        const answers = await race<Awaited<ReturnType<typeof confirm | typeof reject>>>(
          server,
          holdRow('developers', id),
          round % 2 ? calls : calls.toReversed(),
        )
        expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
        const isDeleted = answers.some(({ body }) => 'is_deleted' in body && body.is_deleted)
        const row = await findDeveloper(id)
        if (isDeleted) expect(row).toBeUndefined()
        else expect(row?.email_confirmed_at).not.toBeNull()
      }
    },
  )

  test(
    'an invitation that confirmed the address retires the link, so it can no longer delete the account',
    { tags: ['ACC-06'] },
    async () => {
      const { id, email, token } = await unconfirmed()
      const owner = await buildDeveloper(server)
      const app = await buildApp(server, { owner_id: owner.id })
      await server
        .as(owner)
        .call(createInvitation, { body: { developer_app_id: app.id, email, role: 'developer' } })
      const invitation = await readMailedToken(server, email, 'invitations')
      await server.as({ id }).call(acceptInvitation, { params: { token: invitation }, body: {} })
      expect(await isConfirmed(id)).toBe(true)
      expect((await reject(server.anonymous(), token)).status).toBe(422)
      expect(await findDeveloper(id)).toBeDefined()
    },
  )
})

test(
  'an account whose address staff replaced before this release is recognized after the upgrade',
  { tags: ['ACC-06'] },
  async () => {
    const upgraded = await startTestServer()
    const { pool } = upgraded.database
    const [provided, registered] = [
      await buildDeveloper(upgraded, { email_confirmed_at: null }),
      await buildDeveloper(upgraded, { email_confirmed_at: null }),
    ]
    for (const [id, changes] of [
      [provided.id, '{"email": ["old@example.test", "new@example.test"]}'],
      [registered.id, '{"company_name": ["", "Engines Ltd"]}'],
    ] as const) {
      await pool.query(
        `insert into audit_events (at, actor_kind, action, subject_type, subject_id, changes)
       values ('2026-10-01T00:00:00Z', 'command', 'developer.updated', 'developer', $1, $2)`,
        [String(id), changes],
      )
    }
    await pool.query(`
    alter table developers drop column email_changed_at;
    alter table audit_events add constraint audit_events_actor_id_fkey foreign key (actor_id) references developers (id);
    alter table analytics_events add constraint analytics_events_developer_id_fkey
      foreign key (developer_id) references developers (id)`)
    const migration = new URL('../../migrations/0017_rejected_registrations.sql', import.meta.url)
    await pool.query(await readFile(migration, 'utf8'))
    expect((await findDeveloper(provided.id, upgraded))?.email_changed_at).toBe('2026-10-01T00:00:00.000Z')
    expect((await findDeveloper(registered.id, upgraded))?.email_changed_at).toBeNull()
  },
)
