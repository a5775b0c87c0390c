// @module-tag engine
import { dayMs } from '@trestle/domain/time/durations.ts'
import { sql, type RawBuilder } from 'kysely'
import { expect, test } from 'vitest'
import { buildApp } from '../../testing/build.ts'
import { engine } from '../../testing/database.ts'
import { holdRow, raceInOrder } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { statementsDuring } from '../../testing/statements.ts'
import { deleteOldAttempts } from '../accounts/attempts/store.ts'
import { deleteEventsBefore } from '../audit/store.ts'
import { cleanUpEmails } from '../mail/cleanUpEmails.ts'
import { jobHandlers } from '../jobHandlers.ts'
import { scheduledAt } from '../jobs/kinds.ts'
import { deleteFromPartition } from '../metrics/store.ts'
import { moveRetainedSince } from './store.ts'

/** Runs every cleanup once. */
async function cleanUp({ services }: TestServer): Promise<void> {
  for (const { kind } of scheduledAt(services.now())) {
    if (kind.endsWith('.cleanUp')) await jobHandlers[kind].run(services, {} as never)
  }
}

test('no cleanup deletes any number of rows in one statement', async () => {
  const server = await startTestServer({
    env: { AUDIT_RETENTION_MONTHS: '2', EVENT_RETENTION_MONTHS: '2', CALL_RETENTION_MONTHS: '2' },
  })
  const statements = await statementsDuring(server, () => cleanUp(server))
  const deletions = statements.filter((text) => /\bdelete from\b/i.test(text))
  expect(deletions.length).toBeGreaterThan(20)
  // Accounts deleted within a week leave few rows.
  const isBounded = (text: string) => /\blimit\b|\busing developers\b/.test(text)
  expect(deletions.filter((text) => !isBounded(text))).toEqual([])
})

/** More than one batch. */
const numbers = sql`generate_series(0, 2000) number`

test.each<[string, (at: Date) => RawBuilder<unknown>]>([
  [
    'attempts',
    (at) =>
      sql`insert into attempts (key, window_start, count) select number::text, ${at}, 1 from ${numbers}`,
  ],
  [
    'oauth_tokens',
    (at) => sql`insert into oauth_tokens (hash, environment, kind, payload, created_at, expires_at)
      select int4send(number), 'sandbox', 'PushedAuthorizationRequest', '{}', ${at}, ${at} from ${numbers}`,
  ],
  [
    'quota_counters',
    () => sql`with counter as (
        insert into quota_counters (server, domain, client_id, second, windows)
        select 'production', 'a.test', number::text, 1, '[]' from ${numbers} returning id
      ) insert into quota_checks (counter_id, second, allowed, refused) select id, 1, 1, 0 from counter`,
  ],
])('a cleanup deletes all old %s, in batches', async (table, insertOld) => {
  const server = await startTestServer()
  const { db, now } = server.services
  await insertOld(now()).execute(db)
  server.clock.advance(8 * dayMs)
  await cleanUp(server)
  const { rows } = await sql`select from ${sql.table(table)}`.execute(db)
  expect(rows).toEqual([])
})

test('a batch deletes no more rows than its limit, even across several apps', async () => {
  const server = await startTestServer()
  const { db } = server.services
  const day = '2000-01-01'
  for (const data of ['audit', 'calls'] as const) {
    await db.transaction().execute((tx) => moveRetainedSince(tx, data, day))
  }
  await sql`insert into attempts (key, window_start, count)
    select number::text, '1999-12-31', 1 from generate_series(1, 4) number`.execute(db)
  await sql`insert into audit_events (at, actor_kind, action, subject_type, subject_id)
    select '1999-12-31', 'job', 'test', 'test', number::text from generate_series(1, 4) number`.execute(db)
  for (const app of [await buildApp(server), await buildApp(server)]) {
    await sql`insert into api_call_records
        (developer_app_id, day, response_code, http_method, normalized_route, count)
      select ${app.id}, '1999-12-31', 200, 'GET', number::text, 1 from generate_series(1, 2) number`.execute(
      db,
    )
  }
  const deletions = [
    (limit: number) => deleteOldAttempts(db, new Date(day), limit),
    (limit: number) => deleteEventsBefore(db, day, limit),
    (limit: number) => deleteFromPartition(db, 'api_call_records_earlier', day, limit),
  ]
  for (const deleteUpTo of deletions) expect([await deleteUpTo(3), await deleteUpTo(3)]).toEqual([3, 1])
})

test.each([
  ['list_counts', sql`list, part`, sql`'apps', 'test'`],
  ['audit_counts', sql`day, action, subject_type`, sql`date '2026-01-31', 'test', 'test'`],
])('a cleanup merges %s in batches and keeps their sum', async (table, columns, values) => {
  const server = await startTestServer()
  const { db } = server.services
  const read = async () => {
    const { rows } = await sql<{ count: number; sum: number }>`
      select count(*), sum(count)::bigint from ${sql.table(table)} where (${columns}) = (${values})`.execute(
      db,
    )
    return rows[0]
  }
  await sql`insert into ${sql.table(table)} (${columns}, count) select ${values}, number from ${numbers}`.execute(
    db,
  )
  expect(await read()).toEqual({ count: 2001, sum: 2_001_000 })
  await cleanUp(server)
  expect(await read()).toEqual({ count: 2, sum: 2_001_000 })
  await cleanUp(server)
  expect(await read()).toEqual({ count: 1, sum: 2_001_000 })
})

// The embedded database runs one transaction at a time.
test.runIf(engine === 'server')(
  'a row that is renewed while a cleanup waits for it stays',
  repeated,
  async () => {
    const server = await startTestServer()
    const { db, now } = server.services
    const started_at = new Date(now().getTime() - dayMs)
    const window = { actor: '', kind: 'user', recipient: 'kim@example.test', count: 1 } as const
    const { id } = await db
      .insertInto('mail_windows')
      .values({ ...window, started_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const renew = () =>
      db.updateTable('mail_windows').set({ started_at: now() }).where('id', '=', id).execute()
    await raceInOrder<unknown>(server, holdRow('mail_windows', id), [
      renew,
      () => cleanUpEmails(server.services),
    ])
    expect(await db.selectFrom('mail_windows').select('id').execute()).toEqual([{ id }])
  },
)
