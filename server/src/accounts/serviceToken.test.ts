import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runCommand } from '../../testing/command.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { createMigratedDatabase, openWith } from '../../testing/emptyDatabase.ts'
import { startTogether } from '../../testing/race.ts'
import { startTestServer } from '../../testing/server.ts'
import { serviceScopes } from '@trestle/domain/access/serviceScopes.ts'
import { hourMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { connect } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { routes } from '../routes.ts'
import {
  createServiceToken,
  listServiceTokens,
  revokeServiceToken,
  findServiceByToken,
} from './serviceToken.ts'
import { hashToken, makeToken } from './token.ts'

test(
  'a command creates, lists and revokes a token, which is shown once and stored as a hash',
  { timeout: 180_000 },
  async () => {
    const settings = await createMigratedDatabase()
    const run = (...args: string[]) => runCommand(settings, 'createServiceToken', ...args)
    const made = await run('event-pipeline')
    expect(made.code).toBe(0)
    const token = made.out.split('\n')[0] ?? ''
    expect(token).toMatch(/^trs_[0-9A-Za-z]{49}$/)
    expect(made.out).toContain("This is the token of event-pipeline. It's shown only once.")
    expect(await run('event-pipeline')).toEqual({
      code: 1,
      out: '',
      err: 'There is a service token named event-pipeline already. Revoke it first: --revoke event-pipeline\n',
    })
    const limiter = await run('limiter', '--scopes', 'quota_checks', '--expires', '90')
    expect(limiter.out).toMatch(
      /\nThis is the token of limiter\. It's shown only once\. .*\nIts scope is quota_checks\. It works until \S+\.\n$/,
    )
    const listed = await run('--list')
    expect(listed.out.split('\n')).toEqual([
      expect.stringMatching(
        /^event-pipeline {2}scopes events,quota_checks {2}made \S+ {2}never used {2}never expires$/,
      ),
      expect.stringMatching(/^limiter {2}scopes quota_checks {2}made \S+ {2}never used {2}expires \S+$/),
      '',
    ])
    expect((await run('--revoke', 'event-pipeline')).out).toBe(
      'The token of event-pipeline no longer works.\n',
    )
    expect((await run('--list')).out).toMatch(/^event-pipeline {2}.* {2}revoked \S+\nlimiter /)

    const database = await openWith(settings)
    const db = connect(database.pool)
    const rows = await db.selectFrom('service_tokens').selectAll().orderBy('id').execute()
    const auditLog = await db.selectFrom('audit_events').select(['action', 'actor_kind', 'changes']).execute()
    await database.close()
    expect(rows).toMatchObject([
      { name: 'event-pipeline', token_hash: hashToken(token), expires_at: null },
      { name: 'limiter', scopes: ['quota_checks'] },
    ])
    expect(JSON.stringify([rows, auditLog])).not.toContain(token)
    expect(auditLog).toMatchObject([
      { action: 'service_token.created', actor_kind: 'command', changes: { name: [null, 'event-pipeline'] } },
      {
        action: 'service_token.created',
        changes: {
          name: [null, 'limiter'],
          scopes: [null, ['quota_checks']],
          expires_at: [null, rows[1]?.expires_at],
        },
      },
      { action: 'service_token.revoked', actor_kind: 'command' },
    ])
  },
)

test.each([
  [
    ['limiter', '--scopes', 'events,all'],
    '"all" isn\'t a scope. The scopes are events, quota_checks, introspect and leaked_secrets.\n',
  ],
  [
    ['limiter', '--expires', '2020-01-31'],
    '2020-01-31 is in the past. Write a date like 2027-01-31, or a number of days from 1 to 3650.\n',
  ],
])('the command with %j reports what is wrong and creates no token', async (args, message) => {
  expect(await runCommand({}, 'createServiceToken', ...args)).toEqual({ code: 2, out: '', err: message })
})

test.each([
  [[]],
  [['two', 'names']],
  [['-name']],
  [['--revoke']],
  [['a name']],
  [['--list', 'name']],
  [['--list', '--revoke', 'name']],
  [['--revoke', 'name', '--scopes', 'events']],
  [['name', '--scopes']],
  [['name', '--scope', 'events']],
])('the command with %j shows its usage', async (args) => {
  const output = await runCommand({}, 'createServiceToken', ...args)
  expect([output.code, output.out]).toEqual([2, ''])
  expect(output.err).toContain('Usage: npm run create-service-token -- NAME')
})

test('a token works until it is revoked and reports its last use; its name is then free again', async () => {
  const { services, clock } = await startTestServer()
  const lastUse = async () => {
    const row = await services.db
      .selectFrom('service_tokens')
      .select('last_used_at')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    return row.last_used_at
  }
  const token = await createServiceToken(services, 'pipeline')
  expect(await lastUse()).toBeNull()
  expect(await findServiceByToken(services, token)).toMatchObject({ name: 'pipeline' })
  const first = await lastUse()
  expect(first).not.toBeNull()
  await findServiceByToken(services, token)
  expect(await lastUse()).toBe(first)
  clock.advance(minuteMs)
  await findServiceByToken(services, token)
  expect(await lastUse()).not.toBe(first)
  await revokeServiceToken(services, 'pipeline')
  const [revoked] = await listServiceTokens(services.db)
  clock.advance(minuteMs)
  await expect(revokeServiceToken(services, 'pipeline')).rejects.toThrow(
    `The service token named pipeline was already revoked at ${revoked?.revoked_at}.`,
  )
  await expect(revokeServiceToken(services, 'unknown')).rejects.toThrow(
    'There is no service token named unknown.',
  )
  expect(await findServiceByToken(services, token)).toBeNull()
  const next = await createServiceToken(services, 'pipeline')
  expect(await findServiceByToken(services, next)).toMatchObject({ name: 'pipeline' })
})

test('a token from before the format of secrets works', async () => {
  const { services } = await startTestServer()
  const token = makeToken(randomBytes)
  const created = await createServiceToken(services, 'old')
  await services.db
    .updateTable('service_tokens')
    .set({ token_hash: hashToken(token) })
    .where('token_hash', '=', hashToken(created))
    .execute()
  expect(await findServiceByToken(services, token)).toMatchObject({ name: 'old' })
})

test('a token works while its use can not be recorded', async () => {
  const { services } = await startTestServer()
  const token = await createServiceToken(services, 'gateway')
  await sql`create function refuse_update() returns trigger language plpgsql as
    'begin raise exception using errcode = ''read_only_sql_transaction''; end'`.execute(services.db)
  await sql`create trigger refused before update on service_tokens
    for each row execute function refuse_update()`.execute(services.db)
  expect(await findServiceByToken(services, token)).toMatchObject({ name: 'gateway' })
})

const platformRoutes = routes.filter(({ access }) => access === 'service')

test.each(platformRoutes.map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route] as const))(
  '%s requires its scope: a token without it gets 403, an expired or revoked one 401',
  async (_name, { endpoint: { method, path }, scope }) => {
    const { services, anonymous: visitor, clock } = await startTestServer()
    expect(serviceScopes).toContain(scope)
    const call = async (token: string) => {
      const headers = { authorization: `Bearer ${token}`, 'x-csrf-token': '' }
      const {
        status,
        body,
        headers: answered,
      } = await visitor().send({ method, url: path, headers, payload: {} })
      return { status, message: body?.message, challenge: answered['www-authenticate'] }
    }
    const others = serviceScopes.filter((each) => each !== scope)
    const wrong = await createServiceToken(services, 'wrong', { scopes: others })
    expect(await call(wrong)).toEqual({
      status: 403,
      message: `This token doesn't have the scope ${scope}. Send a token that has it.`,
      challenge: `Bearer error="insufficient_scope", scope="${scope}"`,
    })
    const expiresAt = new Date(services.now().getTime() + hourMs)
    const right = await createServiceToken(services, 'right', { scopes: scope ? [scope] : [], expiresAt })
    // Past the scope check, the call fails because its body is missing.
    expect([400, 422]).toContain((await call(right)).status)
    clock.advance(hourMs)
    const ended = {
      status: 401,
      message: "Send the bearer token of a platform service that hasn't expired and isn't revoked.",
      challenge: 'Bearer error="invalid_token"',
    }
    expect(await call(right)).toEqual(ended)
    const revoked = await createServiceToken(services, 'revoked', { scopes: scope ? [scope] : [] })
    expect((await call(revoked)).status).toBe(422)
    await revokeServiceToken(services, 'revoked')
    expect(await call(revoked)).toEqual(ended)
    expect(await call('unknown')).toEqual(ended)
  },
)

test('a token created before scopes existed keeps both', async () => {
  const database = await openTestDatabase()
  const { pool } = database
  await pool.query('alter table service_tokens drop column scopes, drop column expires_at')
  await pool.query("delete from schema_migrations where name like '0015_%'")
  await pool.query(
    "insert into service_tokens (name, token_hash, created_at) values ('old', '\\x00', '2026-01-01T00:00:00Z')",
  )
  await migrate(pool)
  const { rows } = await pool.query('select name, scopes, expires_at from service_tokens')
  expect(rows).toEqual([{ name: 'old', scopes: ['events', 'quota_checks'], expires_at: null }])
  await database.close()
})

test('records the last use of a token at most once a minute, even with concurrent calls', async () => {
  const server = await startTestServer()
  const { services, clock } = server
  const token = await createServiceToken(services, 'pipeline')
  const { db } = services
  await sql`create table touches (at timestamptz not null default now())`.execute(db)
  await sql`create function note_touch() returns trigger language plpgsql as
    'begin insert into touches default values; return new; end'`.execute(db)
  await sql`create trigger touched after update on service_tokens for each row execute function note_touch()`.execute(
    db,
  )
  const touches = async () => (await sql`select from touches`.execute(db)).rows.length
  const useAtOnce = () =>
    startTogether(
      server,
      Array.from({ length: 20 }, () => () => findServiceByToken(services, token)),
    )
  await useAtOnce()
  expect(await touches()).toBe(1)
  await useAtOnce()
  expect(await touches()).toBe(1)
  clock.advance(minuteMs)
  await useAtOnce()
  expect(await touches()).toBe(2)
})
