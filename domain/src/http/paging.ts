import { z } from 'zod'
import { optionalLine } from './fields.ts'

export const defaultPerPage = 50
export const maxPerPage = 100

export interface Page {
  page: number
  per_page: number
}

/** The query of every paged list (API-13). A value out of range is refused and the allowed ones are named. */
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
 * What is looked for in a list: any part of a name or an address, however it is written. Fewer than three characters
 * are looked for at the start of a word.
 */
export const searchText = optionalLine(200).optional()

/** An empty list has one page, an empty one. */
export const lastPageFor = (total: number, perPage: number): number =>
  Math.max(1, Math.ceil(total / Math.max(1, perPage)))

/** A sort by one of these columns, ascending, or descending with a minus sign in front (CONST-06). */
export function sortBy<const Column extends string>(...columns: Column[]) {
  const allowed = columns.flatMap((c): (Column | `-${Column}`)[] => [c, `-${c}`])
  return z.enum(allowed, { error: `Sort must be one of ${allowed.join(', ')}` }).optional()
}

/** One page of a list and the number of all its rows. */
export interface Paged<T> {
  rows: T[]
  total: number
}
