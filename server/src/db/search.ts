import { sql, type RawBuilder } from 'kysely'
import { likePattern } from './constraint.ts'

/** From three characters on, a trigram index finds the text anywhere. */
const trigramLength = 3

/**
 * Returns a `like` pattern for a `search_text` column that matches any part of it. Fewer than three characters only
 * match at the start of a word, after a space.
 */
export function searchPattern(typed: string): RawBuilder<string> {
  const pattern = likePattern(typed)
  return sql`lower(${typed.length < trigramLength ? `% ${pattern.slice(1)}` : pattern})`
}

/** The length of the n-grams that `text_ngrams` cuts a string into. */
const ngramLength = 6

/**
 * Returns whether `entry.search_text` of `app_directory` contains a string, by the index of its n-grams. For reading many of
 * the rows that match: in the trigram index, a phrase of frequent words is slow to find, and so are those rows that
 * contain its words elsewhere. The planner can't use that index because of `coalesce`.
 */
export function ngramsContain(typed: string): RawBuilder<boolean> {
  const matches = sql<boolean>`entry.search_text like ${searchPattern(typed)}`
  // Trigrams of fewer characters are few.
  if (Array.from(typed).length < ngramLength) return matches
  return sql`(text_ngrams(entry.search_text, 1) collate "C" @> text_ngrams(lower(${typed}), 3) collate "C"
    and coalesce(${matches}, false))`
}

/**
 * Returns whether one string of a row matches, for a search in that text only. The planner guesses that a half of the rows
 * match because of `coalesce`; without it, it expects almost none, and reads all instead of a page.
 */
export const textContains = (column: string, typed: string): RawBuilder<boolean> =>
  sql`coalesce(' ' || ${sql.ref(column)} like ${searchPattern(typed)}, false)`
