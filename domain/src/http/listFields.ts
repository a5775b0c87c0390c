import { z } from 'zod'
import { formatNumber } from '../text/formatNumber.ts'
import { fromDigits, optionalLine } from './fields.ts'
import { defaultPerPage, maxPage, maxPerPage, maxSearch } from './paging.ts'

const wrongPage = 'Page must be a whole number from 1'
const wrongPerPage = `Per page must be a whole number from 1 to ${maxPerPage}`

/** The query of every paged list (API-13). Refuses a value out of range and names the allowed ones. */
export const pagingQuery = {
  page: fromDigits(
    z.coerce
      .number(wrongPage)
      .int(wrongPage)
      .min(1, wrongPage)
      .max(maxPage, `Page must be at most ${formatNumber(maxPage)}`),
  ).default(1),
  per_page: fromDigits(
    z.coerce.number(wrongPerPage).int(wrongPerPage).min(1, wrongPerPage).max(maxPerPage, wrongPerPage),
  ).default(defaultPerPage),
}

/**
 * A search in a list: matches any part of a name or an address, ignoring case and accents. Fewer than three characters
 * match only at the start of a word, except in Chinese, Japanese and Korean.
 */
export const searchText = optionalLine(maxSearch).optional()

/** Returns the schema of a sort by one of these columns (CONST-06). */
export const sortBy = <const Sort extends string>(sorts: readonly Sort[]) =>
  z.enum(sorts, { error: `Sort must be one of ${sorts.join(', ')}` }).optional()
