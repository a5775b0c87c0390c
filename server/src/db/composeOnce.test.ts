// @module-tag engine
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import { startTestServer } from '../../testing/server.ts'
import { composeOnce } from './composeOnce.ts'
import type { Db } from './schema.ts'

test('composes a query once and runs it with the values of each call', async () => {
  const server = await startTestServer()
  const { db } = server.services
  const [first, second] = [await buildDeveloper(server), await buildDeveloper(server)]
  let composed = 0
  const find = composeOnce((on: Db, id: number, email: string) => {
    composed += 1
    return on
      .selectFrom('developers')
      .select(['id', 'is_admin'])
      .where('is_admin', '=', false)
      .where((row) => row.or([row('email', '=', email), row('id', '=', id)]))
      .where('id', '=', id)
  })
  const found = (id: number) => [{ id, is_admin: false }]
  expect(await find(db, first.id, first.email)).toEqual(found(first.id))
  expect(await find(db, second.id, 'other@example.test')).toEqual(found(second.id))
  const inTransaction = await db.transaction().execute((tx) => find(tx, first.id, second.email))
  expect(inTransaction).toEqual(found(first.id))
  expect(composed).toBe(1)
})

test('runs on the connection of its transaction', async () => {
  const server = await startTestServer()
  const { id } = await buildDeveloper(server)
  const readName = composeOnce((on: Db, developerId: number) =>
    on.selectFrom('developers').select('first_name').where('id', '=', developerId),
  )
  await server.services.db
    .transaction()
    .execute(async (tx) => {
      await tx.updateTable('developers').set({ first_name: 'Changed' }).where('id', '=', id).execute()
      expect(await readName(tx, id)).toEqual([{ first_name: 'Changed' }])
      throw new Error('rolled back')
    })
    .catch((error: Error) => expect(error.message).toBe('rolled back'))
  expect(await readName(server.services.db, id)).not.toEqual([{ first_name: 'Changed' }])
})

test('returns its connection to the pool when the statement fails', async () => {
  const { services, database } = await startTestServer()
  const fail = composeOnce((_on: Db, n: number) => sql`select 1 / ${n}::bigint as quotient`)
  await expect(fail(services.db, 0)).rejects.toThrow('division by zero')
  expect(database.pool.idleCount).toBe(database.pool.totalCount)
  expect(await fail(services.db, 1)).toEqual([{ quotient: 1 }])
})

test('runs statements in SQL and binds lists, dates and null as they are', async () => {
  const { services } = await startTestServer()
  const find = composeOnce(
    (_db: Db, ids: number[], at: Date, name: string | null) =>
      sql<object>`select ${ids}::bigint[] as ids, ${at}::timestamptz as at, ${name}::text as name`,
  )
  const at = new Date('2026-01-02T03:04:05.678Z')
  expect(await find(services.db, [1, 2], at, null)).toEqual([
    { ids: [1, 2], at: at.toISOString(), name: null },
  ])
  expect(await find(services.db, [], at, "'")).toEqual([{ ids: [], at: at.toISOString(), name: "'" }])
})

test('refuses a query that depends on its values, ignores one, or puts one into a list', async () => {
  const { services } = await startTestServer()
  const attempt = (compose: Parameters<typeof composeOnce<[number], object>>[0]) =>
    composeOnce(compose)(services.db, 1)
  await expect(attempt((_db, page) => sql`select ${page * 10}::bigint`)).rejects.toThrow(TypeError)
  await expect(attempt((_db, page) => sql`select ${String(page)}::text`)).rejects.toThrow(TypeError)
  await expect(attempt(() => sql`select 1`)).rejects.toThrow('ignores a value')
  await expect(attempt((_db, id) => sql`select ${[id]}::bigint[], ${id}::bigint`)).rejects.toThrow(
    'can only use its values as they are',
  )
})
