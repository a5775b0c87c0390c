// @module-tag engine
import { maxFound, type Page } from '@trestle/domain/http/paging.ts'
import { exportAdminDevelopers, listAdminDevelopers } from '@trestle/domain/accounts/contract.ts'
import { sql } from 'kysely'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import { recordStatements } from '../../testing/recordStatements.ts'
import { startTestServer } from '../../testing/server.ts'
import { findPage, type ListQuery } from './findPage.ts'
import { totalOf } from './listPage.ts'

const most = 6

const series = (from: number, to: number) =>
  sql<{
    id: number
    key: unknown
  }>`select n as id, n as key from generate_series(${from}::bigint, ${to}::bigint) n`

/** Returns the list of the numbers from 1 to `rows`, as a search or without one. */
const numbers = (rows: number, searched: boolean) => ({
  queries: [series(1, rows)],
  nullable: false,
  count: searched ? null : () => Promise.resolve(rows),
})

test('a search counts up to a limit and pages up to it, in both directions', async () => {
  const { services } = await startTestServer()
  const find = (rows: number, page: Page, direction: 'asc' | 'desc' = 'asc') =>
    findPage(services.db, numbers(rows, true), direction, page, most)
  const size = { total: most, relation: 'gte' }
  expect(await find(5, { page: 2, per_page: 4 })).toEqual({ ids: [5], total: 5 })
  expect(await find(most, { page: 2, per_page: 4 })).toEqual({ ids: [5, 6], total: most })
  expect(await find(most + 1, { page: 1, per_page: 4 })).toEqual({ ids: [1, 2, 3, 4], ...size })
  // The page that reaches the limit ends there, though more rows match.
  expect(await find(20, { page: 2, per_page: 4 })).toEqual({ ids: [5, 6], ...size })
  expect(await find(20, { page: 2, per_page: 4 }, 'desc')).toEqual({ ids: [16, 15], ...size })
  expect(await find(20, { page: 3, per_page: 4 })).toEqual({ ids: [], ...size })
})

test('a search whose rows lie together reads all of them in one query, and none of the list between', async () => {
  const { services, database } = await startTestServer()
  const { db } = services
  const list = (rows: number) => ({ ...numbers(rows, true), liesTogether: true })
  const pages = [
    { page: 1, per_page: 4 },
    { page: 2, per_page: 4 },
    { page: 3, per_page: 4 },
  ]
  for (const rows of [0, 5, most, most + 1, 20]) {
    for (const direction of ['asc', 'desc'] as const) {
      for (const page of pages) {
        const inOrder = await findPage(db, numbers(rows, true), direction, page, most)
        expect(await findPage(db, list(rows), direction, page, most)).toEqual(inOrder)
      }
    }
  }
  const statements = await recordStatements(database.pool, () =>
    findPage(db, list(20), 'asc', { page: 1, per_page: 4 }, most),
  )
  expect(statements).toHaveLength(1)
})

test('a list without a search counts all rows', async () => {
  const { services } = await startTestServer()
  const find = (page: Page) => findPage(services.db, numbers(20, false), 'asc', page, most)
  expect(await find({ page: 1, per_page: 4 })).toEqual({ ids: [1, 2, 3, 4], total: 20 })
  expect(await find({ page: 5, per_page: 4 })).toEqual({ ids: [17, 18, 19, 20], total: 20 })
})

test('counts a list only if its page does not show where it ends', async () => {
  const { services } = await startTestServer()
  let counted = 0
  const count = async () => {
    counted += 1
    return 20
  }
  const find = (rows: number, page: Page) =>
    findPage(services.db, { ...numbers(rows, false), count }, 'asc', page, most)
  expect(await find(3, { page: 1, per_page: 4 })).toEqual({ ids: [1, 2, 3], total: 3 })
  expect(await find(0, { page: 1, per_page: 4 })).toEqual({ ids: [], total: 0 })
  expect(counted).toBe(0)
  expect(await find(20, { page: 1, per_page: 4 })).toEqual({ ids: [1, 2, 3, 4], total: 20 })
  expect(counted).toBe(1)
})

test.each([
  { page: 1, per_page: 4, rows: [], total: 0, counts: false },
  { page: 1, per_page: 4, rows: [1, 2, 3], total: 3, counts: false },
  { page: 3, per_page: 4, rows: [9], total: 9, counts: false },
  // As many rows may follow, or the page is after the last one.
  { page: 1, per_page: 4, rows: [1, 2, 3, 4], total: 20, counts: true },
  { page: 9, per_page: 4, rows: [], total: 20, counts: true },
])('page $page with $rows of a list has the total $total', async ({ rows, total, counts, ...page }) => {
  let counted = false
  const count = async () => {
    counted = true
    return 20
  }
  expect([await totalOf(rows, page, count), counted]).toEqual([total, counts])
})

test('a search with several parts counts and shows each row once', async () => {
  const { services } = await startTestServer()
  const find = (queries: ListQuery[], page: Page) =>
    findPage(services.db, { ...numbers(0, true), queries }, 'desc', page, most)
  const overlapping = [series(1, 3), series(2, 5)]
  expect(await find(overlapping, { page: 1, per_page: 4 })).toEqual({ ids: [5, 4, 3, 2], total: 5 })
  expect(await find(overlapping, { page: 2, per_page: 4 })).toEqual({ ids: [1], total: 5 })
  const size = { total: most, relation: 'gte' }
  // More than the limit together, and in one part alone.
  expect(await find([series(1, 5), series(4, 9)], { page: 1, per_page: 3 })).toEqual({
    ids: [9, 8, 7],
    ...size,
  })
  const manyTwice = [series(1, 8), series(5, 9)]
  expect(await find(manyTwice, { page: 1, per_page: 3 })).toEqual({ ids: [9, 8, 7], ...size })
  expect(await find(manyTwice, { page: 2, per_page: 3 })).toEqual({ ids: [6, 5, 4], ...size })
  expect(await find([series(1, 20), series(4, 9)], { page: 2, per_page: 4 })).toEqual({
    ids: [16, 15],
    ...size,
  })
})

test('a search is not counted if a sample proves that more rows match than the limit', async () => {
  const server = await startTestServer()
  const { db } = server.services
  const insert = async (company: string, rows: number) =>
    sql`
      insert into developers (email, first_name, last_name, company_name, password_hash, terms_version,
        terms_accepted_at, created_at, updated_at)
      select ${company} || n || '@example.test', 'Amara', 'Okafor', ${company}, 'x', '1', now(), now(), now()
      from generate_series(1, ${rows}) n`.execute(db)
  await insert('many', 1000)
  await insert('some', 200)
  await sql`analyze developers`.execute(db)
  const find = async (company: string) => {
    const where = sql<boolean>`entry.company_name = ${company}`
    const queries = [sql<never>`select id, email as key from developers entry where ${where}`]
    const list = { ...numbers(0, true), queries, sampled: { table: 'developers' as const, where } }
    const statements = await recordStatements(server.database.pool, async () => {
      const { total, relation, ids } = await findPage(db, list, 'asc', { page: 1, per_page: 4 }, most)
      expect([total, relation, ids.length]).toEqual([most, 'gte', 4])
    })
    const kinds = { explain: /^\s*explain/, sample: /tablesample/, count: /part_0/, page: /with found/ }
    return statements.map(({ text }) => Object.entries(kinds).find(([, pattern]) => pattern.test(text))?.[0])
  }
  expect(await find('many')).toEqual(['explain', 'sample', 'page'])
  // The sample isn't conclusive.
  expect(await find('some')).toEqual(['explain', 'sample', 'count', 'page'])
  // PostgreSQL expects too few rows to read a sample at all.
  await sql`delete from developers`.execute(db)
  await insert('few', most + 1)
  await sql`analyze developers`.execute(db)
  expect(await find('few')).toEqual(['explain', 'count', 'page'])
})

test(
  'a search that more than 10,000 rows match says so, and refuses pages beyond them',
  { tags: ['API-13'] },
  async () => {
    const server = await startTestServer()
    const staff = server.as(await buildDeveloper(server, { is_admin: true }))
    await sql`
      insert into developers (email, first_name, last_name, company_name, password_hash, terms_version,
        terms_accepted_at, created_at, updated_at)
      select 'many' || n || '@example.test', 'Amara', 'Okafor', 'Northgate', 'x', '1', now(), now(), now()
      from generate_series(1, ${maxFound + 1}) n`.execute(server.services.db)
    const fetchPage = (page: number, search = 'okafor') =>
      staff.attempt(listAdminDevelopers, { query: { page, per_page: 100, filters: { search } } })

    const first = await fetchPage(1)
    expect(first.body).toHaveLength(100)
    expect(first.headers).toMatchObject({ total: '10000', 'total-relation': 'gte' })
    expect(first.headers.link).toContain('rel="next"')
    expect(first.headers.link).not.toContain('rel="last"')
    const last = await fetchPage(100)
    expect(last.body).toHaveLength(100)
    expect(last.headers.link).not.toContain('rel="next"')

    const beyond = await fetchPage(101)
    expect([beyond.status, beyond.headers['total']]).toEqual([422, '10000'])
    expect(beyond.body.fields).toEqual({
      page: ['Page must be between 1 and 100: a search returns only its first 10,000 rows'],
    })

    const one = await fetchPage(1, 'many777@')
    expect(one.headers).toMatchObject({ total: '1', 'total-relation': 'eq' })
    expect(one.headers.link).toContain('rel="last"')
    const all = await staff.call(listAdminDevelopers)
    expect(all.headers).toMatchObject({ total: String(maxFound + 2), 'total-relation': 'eq' })
    const file = await staff.call(exportAdminDevelopers, { query: { filters: { search: 'okafor' } } })
    expect(parse(file.text, { columns: true, bom: true })).toHaveLength(maxFound + 1)
  },
)
