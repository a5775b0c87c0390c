import { z } from 'zod'
import { optionalLine } from './fields.ts'

export const defaultPerPage = 50
export const maxPerPage = 100

export interface Page {
  page: number
  per_page: number
}

/** The query of every paged list (API-13). Refuses a value out of range and names the allowed ones. */
export const pagingQuery = {
  page: z.coerce
    .number<string | number>('Page must be a whole number from 1')
    .int('Page must be a whole number from 1')
    .min(1, 'Page must be a whole number from 1')
    .max(1_000_000, 'Page must be at most 1000000')
    .default(1),
  per_page: z.coerce
    .number<string | number>(`Per page must be a whole number from 1 to ${maxPerPage}`)
    .int(`Per page must be a whole number from 1 to ${maxPerPage}`)
    .min(1, `Per page must be a whole number from 1 to ${maxPerPage}`)
    .max(maxPerPage, `Per page must be a whole number from 1 to ${maxPerPage}`)
    .default(defaultPerPage),
}

/**
 * A search in a list: matches any part of a name or an address, ignoring case. Fewer than three characters match only
 * at the start of a word.
 */
export const searchText = optionalLine(200).optional()

/** Returns the last page. An empty list has one empty page. */
export const lastPageFor = (total: number, perPage: number): number =>
  Math.max(1, Math.ceil(total / Math.max(1, perPage)))

/** Returns the schema of a sort by one of these columns, descending with a leading minus (CONST-06). */
export function sortBy<const Column extends string>(...columns: Column[]) {
  const allowed = columns.flatMap((c): (Column | `-${Column}`)[] => [c, `-${c}`])
  return z.enum(allowed, { error: `Sort must be one of ${allowed.join(', ')}` }).optional()
}

/** One page of a list and the total number of rows. */
export interface Paged<T> {
  rows: T[]
  total: number
}
