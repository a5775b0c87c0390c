import type { Page } from '@trestle/domain/http/paging.ts'
import type { OrderByItemBuilder } from 'kysely'

export type Direction = 'asc' | 'desc'

/** Which rows of an ordered list make a page. */
export interface Window {
  limit: number
  offset: number
  /** Counted from the end of the list, because that is nearer. */
  backwards: boolean
}

/** The last page costs what the first one costs: both are at an end. A page beyond the last is empty. */
export function windowOf({ page, per_page: perPage }: Page, total: number): Window {
  const before = (page - 1) * perPage
  const limit = Math.max(0, Math.min(perPage, total - before))
  const after = Math.max(0, total - before - limit)
  return limit > 0 && after < before
    ? { limit, offset: after, backwards: true }
    : { limit, offset: before, backwards: false }
}

type Order = (item: OrderByItemBuilder) => OrderByItemBuilder

/**
 * How to order by a key and then by id, so that equal rows keep their places. Rows without a key come last, whichever
 * way the keys run; walking backwards turns everything round.
 */
export function orderOf(
  direction: Direction,
  { nullable, backwards = false }: { nullable: boolean; backwards?: boolean },
): { key: Order; tie: Direction } {
  const walked: Direction = (direction === 'asc') === backwards ? 'desc' : 'asc'
  const nulls: Order = (item) => (backwards ? item.nullsFirst() : item.nullsLast())
  const key: Order = (item) => (walked === 'asc' ? item.asc() : item.desc())
  return { key: nullable ? (item) => nulls(key(item)) : key, tie: walked }
}

/**
 * So many matches of a search are found by it and sorted in a moment: the query then fences the finding off, because
 * left to itself the database might read a whole list in order, waiting for a match. More are better read in order.
 */
export const fewMatches = 5000
