import { sql, type RawBuilder } from 'kysely'
import { likePattern } from './constraint.ts'

/** From three characters on an index of trigrams finds any part. */
const wholeTrigram = 3

/**
 * A `like` pattern for a column `search_text`: any part of it, however it is written; fewer than three characters are
 * looked for at the start of a word, where a space stands before them.
 */
export function searchPattern(typed: string): RawBuilder<string> {
  const pattern = likePattern(typed)
  return sql`lower(${typed.length < wholeTrigram ? `% ${pattern.slice(1)}` : pattern})`
}

/** Which of the texts of a row was meant, where only one of them is asked for. */
export const textContains = (column: string, typed: string): RawBuilder<boolean> =>
  sql`' ' || ${sql.ref(column)} like ${searchPattern(typed)}`
