import { foldText, isUnspaced } from '@trestle/domain/text/foldText.ts'
import { sql, type RawBuilder } from 'kysely'

/** From three characters on, a trigram index finds the text anywhere. */
const trigramLength = 3

/** Returns the number of characters that the database searches for. Folding can change it: "ß" becomes "ss". */
const searchedLength = (typed: string): number => Array.from(foldText(typed)).length

/** Returns what was typed as the database folds it, to be matched literally by `like`. */
const literally = (typed: string): RawBuilder<string> =>
  sql`regexp_replace(fold_text(${typed}), '[\\\\%_]', '\\\\\\&', 'g')`

const anywhere = (typed: string): RawBuilder<string> => sql`'%' || ${literally(typed)} || '%'`

/**
 * Returns a `like` pattern for a `search_text` column that matches any part of it. Fewer than three characters only
 * match at the start of a word, after a space. `search_text` has pairs of Chinese characters as words, so those match
 * anywhere.
 */
export const searchPattern = (typed: string): RawBuilder<string> =>
  searchedLength(typed) < trigramLength ? sql`'% ' || ${literally(typed)} || '%'` : anywhere(typed)

/** The length of the n-grams that `text_ngrams` cuts a string into. */
const ngramLength = 6

/**
 * Returns whether `entry.search_text` of `app_directory` contains a string, by the index of its n-grams. For reading
 * many of the rows that match: in the trigram index, a phrase of frequent words is slow to find, and so are those rows
 * that contain its words elsewhere. The planner can't use that index because of `coalesce`.
 */
export function ngramsContain(typed: string): RawBuilder<boolean> {
  const matches = sql<boolean>`entry.search_text like ${searchPattern(typed)}`
  // Shorter strings have few trigrams.
  if (searchedLength(typed) < ngramLength) return matches
  return sql`(text_ngrams(entry.search_text, 1) collate "C" @> text_ngrams(fold_text(${typed}), 3) collate "C"
    and coalesce(${matches}, false))`
}

/**
 * Returns whether a folded string of a row matches, for a search in that text only. The planner guesses that half of
 * the rows match because of `coalesce`; without it, it expects almost none, and reads all instead of a page.
 */
export const textContains = (column: string, typed: string): RawBuilder<boolean> =>
  sql`coalesce(' ' || ${sql.ref(column)} like ${isUnspaced(typed) ? anywhere(typed) : searchPattern(typed)}, false)`

/** Returns whether a string of a row contains what was typed, without an index: for few rows. */
export const foldedContains = (column: string, typed: string): RawBuilder<boolean> =>
  sql`fold_text(${sql.ref(column)}) like ${anywhere(typed)}`
