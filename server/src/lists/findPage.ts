import type { Page } from '@trestle/domain/http/paging.ts'
import type { Db } from '../db/schema.ts'
import type { Direction } from './sort.ts'
import { readFew, readInOrder, type Found } from './store.ts'
import { toWindow } from './window.ts'

export type { Found }

/** A filtered list. */
export interface Listed {
  found: Found
  /** Some rows have no key: they come last in both directions. */
  nullable: boolean
  /** Whether a text is searched for, with a trigram index. */
  searched: boolean
  /** Counts the rows exactly. */
  count: () => Promise<number>
}

export interface FoundPage {
  ids: number[]
  total: number
}

/**
 * Up to this many search matches are sorted in memory; beyond that, reading in order until the page is full is
 * faster.
 */
const fewMatches = 5000

/** Finds the ids of one page from an index alone, so that only the displayed rows are loaded afterwards. */
export async function findPage(
  db: Db,
  { found, nullable, searched, count }: Listed,
  direction: Direction,
  page: Page,
): Promise<FoundPage> {
  if (searched) {
    const few = await readFew(db, found, { nullable, direction }, page, fewMatches)
    if (few.total <= fewMatches) return few
  }
  const total = await count()
  return { ids: await readInOrder(db, found, { nullable, direction }, toWindow(page, total)), total }
}

/** Sorts rows by the order of their ids, leaving out rows deleted in the meantime. */
export function sortByIds<Row extends { id: number }>(ids: number[], rows: Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
