import type { Page } from '@trestle/domain/http/paging.ts'
import { sql, type RawBuilder } from 'kysely'
import { createMerger } from '../db/createMerger.ts'
import type { CountedList, Db, Tables } from '../db/schema.ts'
import { offsetOf } from './listPage.ts'
import type { Direction } from './sort.ts'
import type { Window } from './window.ts'

/** A query for the ids of a list's rows, each with its sort key. */
export type ListQuery = RawBuilder<{ id: number; key: unknown }>

/** A list's sort order. */
export interface Order {
  nullable: boolean
  direction: Direction
}

/** Orders by key and then by id, so that equal rows have a stable order. Reading backwards reverses both. */
function orderBy({ nullable, direction }: Order, backwards = false): RawBuilder<unknown> {
  const walked = (direction === 'asc') === backwards ? sql`desc` : sql`asc`
  const nulls = backwards ? sql`nulls first` : sql`nulls last`
  return nullable ? sql`key ${walked} ${nulls}, id ${walked}` : sql`key ${walked}, id ${walked}`
}

/** Returns the first rows of each part in this order, without duplicates. */
const selectUnion = (parts: ListQuery[], order: RawBuilder<unknown>, rows: number): ListQuery =>
  sql`${sql.join(
    parts.map((part) => sql`(select id, key from (${part}) part order by ${order} limit ${rows})`),
    sql` union `,
  )}`

/** Reads one page of an ordered list. Reads an index in its own order until the page is full. */
export async function readInOrder(
  db: Db,
  queries: ListQuery[],
  order: Order,
  { limit, offset, backwards }: Window,
): Promise<number[]> {
  if (limit === 0) return []
  const ordered = orderBy(order, backwards)
  const [only, ...others] = queries
  const { rows } = await sql<{ id: number }>`
    with found as not materialized (${others.length === 0 ? only : selectUnion(queries, ordered, offset + limit)})
    select id from found order by ${ordered} limit ${limit} offset ${offset}`.execute(db)
  const ids = rows.map(({ id }) => id)
  return backwards ? ids.toReversed() : ids
}

/**
 * Reads one page of a search, and the number of its matches. If there are more than `most`, the total exceeds it and
 * the page is empty.
 *
 * The matches are materialized, because the planner might otherwise read a whole list in order, waiting for one. Parts
 * after one with too many matches are not read.
 */
export async function readMatches(
  db: Db,
  queries: ListQuery[],
  order: Order,
  page: Page,
  most?: number,
): Promise<{ ids: number[]; total: number }> {
  const parts = queries.map((_, index) => sql.ref(`part_${index}`))
  const sizes = queries.map((_, index) => sql.ref(`size_${index}`))
  const isFew = (rows: RawBuilder<unknown>) => (most === undefined ? sql`true` : sql`${rows} <= ${most}`)
  const hasFew = (size: RawBuilder<unknown>) => isFew(sql`(select rows from ${size})`)
  const read = queries.map(
    (query, index) => sql`${parts[index]} as materialized (
      select id, key from (${query}) part where ${sql.join([sql`true`, ...sizes.slice(0, index).map(hasFew)], sql` and `)}
      ${most === undefined ? sql`` : sql`limit ${most + 1}`}
    ), ${sizes[index]} as materialized (select count(*) as rows from ${parts[index]})`,
  )
  const { rows } = await sql<{ ids: number[]; total: number }>`
    with ${sql.join(read)}, found as ${parts.length === 1 ? sql`not materialized` : sql`materialized`} (
      ${sql.join(
        parts.map((part) => sql`select id, key from ${part}`),
        sql` union `,
      )}
    ),
    counted as (select count(*) as total from found)
    select total, array(
      select id from found where ${isFew(sql`total`)}
      order by ${orderBy(order)} limit ${page.per_page} offset ${offsetOf(page)}
    ) as ids from counted`.execute(db)
  return rows[0] ?? { ids: [], total: 0 }
}

/** The rows of one large table that a search finds. The condition refers to the table as `entry`. */
export interface Sampled {
  table: keyof Tables
  where: RawBuilder<boolean>
}

/** About 20,000 rows of a directory table. */
const samplePages = 550

/** A sample is only read if PostgreSQL expects at least this many times the limit. */
const sampledFrom = 5

async function estimateMatches(db: Db, { table, where }: Sampled): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select from ${sql.table(table)} as entry where ${where}`.execute(db)
  return Number(/ rows=(\d+) /.exec(rows[0]?.['QUERY PLAN'] ?? '')?.[1] ?? 0)
}

/**
 * Returns whether a sample of the table proves that more rows match than this. Counting that many would take longer
 * than everything else: finding 10,000 matches of a string that a tenth of the rows contain means reading 100,000 rows.
 *
 * The sample must find four times the matches that it would find if only that many rows matched, and 200 more: even if
 * all of them were on neighboring pages, fewer than one in a million such lists would pass. Each search reads the
 * same pages, so that all pages of the list have the same total.
 */
export async function isSurelyMore(db: Db, sampled: Sampled, most: number): Promise<boolean> {
  if ((await estimateMatches(db, sampled)) < sampledFrom * most) return false
  const { table, where } = sampled
  const share = sql`least(1, ${samplePages} * 8192.0 / greatest(1, pg_relation_size(${table}::regclass)))`
  const { rows } = await sql<{ found: number; expected: number }>`
    select count(*) as found, ${most} * (${share})::float as expected
    from ${sql.table(table)} as entry tablesample system (100 * ${share}) repeatable (1)
    where ${where}`.execute(db)
  return rows.some(({ found, expected }) => found > 4 * expected + 200)
}

/**
 * Returns the exact number of rows in a list, or in these parts of it. Reads a few counters, however long the list is.
 */
export async function countListed(db: Db, list: CountedList, parts?: string[]): Promise<number> {
  const { total } = await db
    .selectFrom('list_counts')
    .select(sql<number>`coalesce(sum(count), 0)::bigint`.as('total'))
    .where('list', '=', list)
    .$if(parts !== undefined, (query) => query.where('part', 'in', parts ?? []))
    .executeTakeFirstOrThrow()
  return total
}

/** Returns a function that merges the entries of each part of a list. */
export const createCountMerger = (db: Db) =>
  createMerger(db, { table: 'list_counts', columns: ['list', 'part'] })
