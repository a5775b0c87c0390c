import type { Page } from '@trestle/domain/http/paging.ts'
import { sql, type RawBuilder } from 'kysely'
import type { CountedList, Db } from '../db/schema.ts'
import type { Direction } from './sort.ts'
import type { Window } from './window.ts'

/** A query for the ids of a list's rows, each with its sort key. */
export type ListQuery = RawBuilder<{ id: number; key: unknown }>

interface Order {
  nullable: boolean
  direction: Direction
}

/** Orders by key and then by id, so that equal rows have a stable order. Reading backwards reverses both. */
function orderBy({ nullable, direction }: Order, backwards = false): RawBuilder<unknown> {
  const walked = (direction === 'asc') === backwards ? sql`desc` : sql`asc`
  const nulls = backwards ? sql`nulls first` : sql`nulls last`
  return nullable ? sql`key ${walked} ${nulls}, id ${walked}` : sql`key ${walked}, id ${walked}`
}

/** Returns the first rows of each part in this order, without those that several parts find. */
const unite = (parts: ListQuery[], order: RawBuilder<unknown>, rows: number): ListQuery =>
  sql`${sql.join(
    parts.map((part) => sql`(select id, key from (${part}) part order by ${order} limit ${rows})`),
    sql` union `,
  )}`

/** Reads one page of an ordered list. The order is that of an index, which is read until the page is full. */
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
    with found as not materialized (${others.length === 0 ? only : unite(queries, ordered, offset + limit)})
    select id from found order by ${ordered} limit ${limit} offset ${offset}`.execute(db)
  const ids = rows.map(({ id }) => id)
  return backwards ? ids.toReversed() : ids
}

/**
 * Reads one page of a search with at most this many matches, and their number. If there are more, the total exceeds the
 * limit and the page is empty.
 *
 * The matches are materialized, because the planner might otherwise read a whole list in order, waiting for one. Parts
 * after one with too many matches are not read.
 */
export async function readFew(
  db: Db,
  queries: ListQuery[],
  order: Order,
  { page, per_page: perPage }: Page,
  most: number,
): Promise<{ ids: number[]; total: number }> {
  const names = queries.map((_, index) => sql.ref(`part_${index}`))
  const isFew = (part: RawBuilder<unknown>) => sql`(select count(*) from ${part}) <= ${most}`
  const parts = queries.map(
    (part, index) => sql`${names[index]} as materialized (
      select id, key from (${part}) part where ${sql.join([sql`true`, ...names.slice(0, index).map(isFew)], sql` and `)}
      limit ${most + 1}
    )`,
  )
  const { rows } = await sql<{ ids: number[]; total: number }>`
    with ${sql.join(parts)}, found as materialized (
      ${sql.join(
        names.map((part) => sql`select id, key from ${part}`),
        sql` union `,
      )}
    ), counted as (select count(*) as total from found)
    select total, array(
      select id from found where total <= ${most}
      order by ${orderBy(order)} limit ${perPage} offset ${(page - 1) * perPage}
    ) as ids from counted`.execute(db)
  return rows[0] ?? { ids: [], total: 0 }
}

export async function sumCounts(db: Db, list: CountedList, parts: string[] | undefined): Promise<number> {
  const { total } = await db
    .selectFrom('list_counts')
    .select(sql<number>`coalesce(sum(count), 0)::bigint`.as('total'))
    .where('list', '=', list)
    .$if(parts !== undefined, (query) => query.where('part', 'in', parts ?? []))
    .executeTakeFirstOrThrow()
  return total
}

/** Adds up the entries of each part into one. Concurrent readers see either all of the old entries or the new one. */
export async function foldCounts(db: Db): Promise<void> {
  await db
    .with('gone', (query) => query.deleteFrom('list_counts').returning(['list', 'part', 'count']))
    .insertInto('list_counts')
    .columns(['list', 'part', 'count'])
    .expression((query) =>
      query
        .selectFrom('gone')
        .select(['list', 'part', sql<number>`sum(count)`.as('count')])
        .groupBy(['list', 'part']),
    )
    .execute()
}
