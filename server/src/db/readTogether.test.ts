// @module-tag engine
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildApp, buildContact, buildDeveloper, buildVersion } from '../../testing/build.ts'
import { buildSubmission } from '../../testing/listings.ts'
import { startTestServer } from '../../testing/server.ts'
import { readTogether } from './readTogether.ts'

test('reads rows as single queries do, in their order', async () => {
  const server = await startTestServer()
  const { db } = server.services
  const app = await buildApp(server)
  await buildContact(server, app, { name: 'Zoë "Z" \\ 😀' })
  await buildContact(server, app, { name: '2026-01-02T03:04:05+00:00' })
  await buildVersion(server, app)
  await buildSubmission(server, app, { state: 'published' })
  await buildDeveloper(server)
  const queries = {
    developers: db.selectFrom('developers').selectAll().orderBy('id', 'desc'),
    apps: db.selectFrom('developer_apps').selectAll(),
    contacts: db.selectFrom('contacts').selectAll().orderBy('name', 'desc'),
    sandboxes: db.selectFrom('sandboxes').selectAll(),
    submissions: db.selectFrom('submissions').selectAll(),
    nothing: db.selectFrom('invitations').selectAll(),
  }
  const together = await readTogether(() => queries)(db)
  for (const [name, query] of Object.entries(queries)) {
    expect(together[name as keyof typeof queries], name).toEqual(await query.execute())
  }
  expect(together.developers.length).toBeGreaterThan(1)
  expect(together.nothing).toEqual([])
})

test('shows times with the digits that the driver shows', async () => {
  const { services } = await startTestServer()
  const times = [
    '2026-01-02 03:04:05',
    '2026-01-02 03:04:05.6',
    '2026-01-02 03:04:05.000001',
    '0999-12-31 23:59:59.12',
  ]
  const query = services.db.selectNoFrom(
    times.map((time, index) => sql<string>`${`${time}+00`}::timestamptz`.as(`time_${index}_at`)),
  )
  expect((await readTogether(() => ({ query }))(services.db)).query).toEqual(await query.execute())
})

test('every column whose name ends with _at has a time, and those with other names are known', async () => {
  const { services } = await startTestServer()
  const { rows } = await sql<{ name: string; type: string }>`
    select table_name || '.' || column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and not exists (
      select from pg_class where oid = table_name::regclass and relispartition)`.execute(services.db)
  const named = rows.filter(({ name }) => name.endsWith('_at'))
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(({ type }) => type !== 'timestamp with time zone')).toEqual([])
  const others = rows.filter(({ name, type }) => type.startsWith('timestamp') && !name.endsWith('_at'))
  // Only the developers' time is parsed: its name is listed in the function.
  expect(others.map(({ name }) => name).toSorted()).toEqual([
    'analytics_events.at',
    'attempts.window_start',
    'audit_events.at',
    'developers.factor_grace_from',
    'email_changes.confirm_until',
    'email_changes.undo_until',
    'files.unused_since',
    'jobs.locked_until',
    'oauth_events.at',
    'oauth_events.since',
    'oauth_keys.current_since',
    'security_events.at',
    'submission_events.at',
  ])
})
