import { maxFound, type Page, type TotalRelation } from '@trestle/domain/http/paging.ts'
import type { Db } from '../db/schema.ts'
import type { Direction } from './sort.ts'
import { totalOf } from './listPage.ts'
import { isSurelyMore, readInOrder, readMatches, type ListQuery, type Order, type Sampled } from './store.ts'
import { toWindow } from './window.ts'

export type { ListQuery }

/** A filtered list. */
export interface Listed {
  /** The queries whose rows together make up the list: several if they use different indexes. */
  queries: ListQuery[]
  /** The same queries in a form that reads all rows faster than in order. */
  queriesForAll?: ListQuery[]
  /** Whether some rows have no sort key. They come last in both directions. */
  nullable: boolean
  /** The table in which many rows may match, if there is only one. A sample of it then decides whether to count. */
  sampled?: Sampled
  /** Returns the exact number of rows; null for a search, whose matches are only counted up to a limit. */
  count: (() => Promise<number>) | null
  /** Whether counting is faster than reading a page that isn't full. */
  countsFirst?: boolean
  /**
   * Whether a search's matches are adjacent in this order, such as by name. The page may then be far from both ends.
   */
  liesTogether?: boolean
}

export interface FoundPage {
  ids: number[]
  total: number
  relation?: TotalRelation
}

/** Finds the ids of one page from an index alone, so that afterward only the displayed rows are loaded. */
export const findPage = (
  db: Db,
  list: Listed,
  direction: Direction,
  page: Page,
  most: number = maxFound,
): Promise<FoundPage> => {
  const order = { nullable: list.nullable, direction }
  return list.count
    ? findCounted(db, list, list.count, order, page)
    : findSearched(db, list, order, page, most)
}

/** Finds a page of a list without a search. */
async function findCounted(
  db: Db,
  { queries, countsFirst = false }: Listed,
  count: () => Promise<number>,
  order: Order,
  page: Page,
): Promise<FoundPage> {
  if (page.page === 1 && !countsFirst) {
    const ids = await readInOrder(db, queries, order, { limit: page.per_page, offset: 0, backwards: false })
    return { ids, total: await totalOf(ids, page, count) }
  }
  const total = await count()
  return { ids: await readInOrder(db, queries, order, toWindow(page, total)), total }
}

/**
 * Finds a page of a search. Up to `most` matches are counted and sorted in memory. Beyond that, reading in order until
 * the page is full is faster, because one in every few rows matches, unless the matches are adjacent. Counting or a
 * sample shows whether there are more.
 */
async function findSearched(
  db: Db,
  { queries, queriesForAll = queries, sampled, liesTogether = false }: Listed,
  order: Order,
  page: Page,
  most: number,
): Promise<FoundPage> {
  const size = { total: most, relation: 'gte' } as const
  const window = toWindow(page, most, size.relation)
  if (sampled && (await isSurelyMore(db, sampled, most))) {
    return { ids: await readInOrder(db, queries, order, window), ...size }
  }
  if (liesTogether) {
    const all = await readMatches(db, queriesForAll, order, page)
    return all.total <= most ? all : { ids: all.ids.slice(0, window.limit), ...size }
  }
  const few = await readMatches(db, queriesForAll, order, page, most)
  return few.total <= most ? few : { ids: await readInOrder(db, queries, order, window), ...size }
}

/** Finds the ids of the first rows of a list, without counting it. */
export const findFirst = (
  db: Db,
  queries: ListQuery[],
  direction: Direction,
  limit: number,
): Promise<number[]> =>
  readInOrder(db, queries, { nullable: false, direction }, { limit, offset: 0, backwards: false })

/** Sorts rows in the order of the ids, skipping rows that were deleted since. */
export function sortByIds<Row extends { id: number }>(ids: number[], rows: Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
