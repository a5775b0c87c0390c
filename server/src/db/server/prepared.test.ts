import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recordStatements } from '../../../testing/recordStatements.ts'
import { startTestServer } from '../../../testing/server.ts'
import { findCallers } from '../../oauth/callers/store.ts'
import { findLiveTokens } from '../../oauth/state/store.ts'
import { composeOnce } from '../composeOnce.ts'
import { isPrepared } from '../prepared.ts'

test('a statement that names itself is prepared once per connection, and no other is', async () => {
  const { services } = await startTestServer()
  await services.db.connection().execute(async (db) => {
    const add = (n: number) =>
      sql<{ sum: number }>`/* prepared: add_one */ select ${n}::bigint + 1 as sum`.execute(db)
    expect((await add(1)).rows).toEqual([{ sum: 2 }])
    expect((await add(2)).rows).toEqual([{ sum: 3 }])
    await sql`select ${3}::bigint as "prepared: not_this"`.execute(db)
    const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(db)
    expect(rows.filter(({ name }) => name.includes('add_one') || name.includes('not_this'))).toEqual([
      { name: 'add_one' },
    ])
  })
})

test('a prepared statement for a list of any length is planned once', async () => {
  const { services } = await startTestServer()
  await services.db.connection().execute(async (db) => {
    const now = services.now()
    const call = {
      clientId: 'app',
      attempts: { key: 'app', windowStart: now },
      withContent: true,
      tokenHash: null,
    }
    const token = { client_id: 'app', gen: 0, member_id: null, jtiHash: Buffer.alloc(32) }
    for (let length = 1; length <= 8; length += 1) {
      expect(
        await findCallers(
          db,
          'production',
          Array.from({ length }, () => call),
          now,
        ),
      ).toHaveLength(length)
      expect(
        await findCallers(
          db,
          'production',
          Array.from({ length }, () => ({ ...call, tokenHash: Buffer.alloc(32) })),
          now,
        ),
      ).toHaveLength(length)
      expect(
        await findLiveTokens(
          db,
          'production',
          Array.from({ length }, () => token),
          now,
        ),
      ).toHaveLength(length)
    }
    // The connection may have other statements of earlier tests.
    const names = [
      'oauth_callers_production',
      'oauth_callers_with_tokens_production',
      'oauth_live_tokens_production',
    ]
    // The server's first five plans are for the values, to compare them with a general one.
    const { rows } = await sql<{ name: string }>`
      select name, custom_plans <= 5 as is_planned_once from pg_prepared_statements
      where name = any(${names}) order by name`.execute(db)
    expect(rows).toEqual(names.map((name) => ({ name, is_planned_once: true })))
  })
})

test('statements that are composed once keep working when a migration adds a column', async () => {
  const { services, database } = await startTestServer()
  const { db } = services
  await sql`create table widgets (id bigint, name text)`.execute(db)
  await sql`insert into widgets values (1, 'beam')`.execute(db)
  const named = composeOnce((_on, id: number) => sql`select id, name from widgets where id = ${id}`)
  const all = composeOnce((_on, id: number) => sql`select * from widgets where id = ${id}`)
  const aliased = composeOnce((_on, id: number) => sql`select "w".* from widgets as "w" where id = ${id}`)
  const read = async () => [await named(db, 1), await all(db, 1), await aliased(db, 1)]
  const statements = await recordStatements(database.pool, read)
  expect(statements.map(({ text }) => isPrepared(text))).toEqual([true, false, false])
  await sql`alter table widgets add column color text`.execute(db)
  const row = { id: 1, name: 'beam' }
  expect(await read()).toEqual([[row], [{ ...row, color: null }], [{ ...row, color: null }]])
})
