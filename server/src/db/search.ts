import { sql, type RawBuilder } from 'kysely'
import { likePattern } from './constraint.ts'

/** From three characters on, a trigram index finds the text anywhere. */
const wholeTrigram = 3

/**
 * Returns a `like` pattern for a `search_text` column that matches any part of it. Fewer than three characters only
 * match at the start of a word, after a space.
 */
export function searchPattern(typed: string): RawBuilder<string> {
  const pattern = likePattern(typed)
  return sql`lower(${typed.length < wholeTrigram ? `% ${pattern.slice(1)}` : pattern})`
}

/**
 * Returns whether one text of a row matches, for a search in that text only. The planner guesses that a half of the rows
 * match because of `coalesce`; without it, it expects almost none, and reads all instead of a page.
 */
export const textContains = (column: string, typed: string): RawBuilder<boolean> =>
  sql`coalesce(' ' || ${sql.ref(column)} like ${searchPattern(typed)}, false)`
