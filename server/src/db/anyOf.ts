import { sql, type RawBuilder } from 'kysely'

/** Compares a column with a list of ids in one parameter, so that the statement is the same for lists of any length. */
export const anyOf = (ids: readonly number[] | RawBuilder<readonly number[]>): RawBuilder<number> =>
  sql<number>`any (${ids}::bigint[])`
