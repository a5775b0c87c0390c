import type { Page } from '@trestle/domain/http/paging.ts'
import type { Db } from '../db/schema.ts'
import type { Direction } from './sort.ts'
import { readFew, readInOrder, type Found } from './store.ts'
import { toWindow } from './window.ts'

export type { Found }

/** A list as it was narrowed. */
export interface Listed {
  found: Found
  /** Some rows have no key: they come last, whichever way the keys run. */
  nullable: boolean
  /** By a text, which an index of trigrams looks up. */
  searched: boolean
  /** How many rows there are, exactly. */
  count: () => Promise<number>
}

export interface FoundPage {
  ids: number[]
  total: number
}

/** So many matches of a search are sorted in a moment; more are better read in order until the page is full. */
const fewMatches = 5000

/** The ids of one page, from an index alone: only the rows that are shown need to be fetched afterwards. */
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

/** Rows in the order in which their ids were found; one that went away meanwhile is left out. */
export function sortByIds<Row extends { id: number }>(ids: number[], rows: Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
