export const defaultPerPage = 50
export const maxPerPage = 100
export const maxPage = 1_000_000

/** The cookie with the number of rows that lists show in a browser, without its prefix. */
export const perPageCookie = 'list-per-page'

/** Returns the number of rows that a browser stored; the default if it is missing or unusable. */
export function readPerPage(stored: string | null | undefined): number {
  const rows = Number(stored)
  return Number.isInteger(rows) && rows >= 1 && rows <= maxPerPage ? rows : defaultPerPage
}

export interface Page {
  page: number
  per_page: number
}

/** Returns the last page. An empty list has one empty page. */
export const lastPageFor = (total: number, perPage: number): number =>
  Math.max(1, Math.ceil(total / Math.max(1, perPage)))

/** How many characters a search can have. */
export const maxSearch = 200

/** A search counts and pages no further than this (decision 30). */
export const maxFound = 10_000

/** The relation of a total to the number of rows: `gte` means that a search stopped counting. */
export const totalRelations = ['eq', 'gte'] as const
export type TotalRelation = (typeof totalRelations)[number]

/** One page of a list and the total number of rows. */
export interface Paged<T> {
  rows: T[]
  total: number
  /** Defaults to `eq`. */
  relation?: TotalRelation
}
