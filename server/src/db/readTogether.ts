import type { AliasedExpression, Compilable, InferResult, SelectQueryBuilder } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import { composeOnce } from './composeOnce.ts'
import type { Db, Tables } from './schema.ts'
import { isoTimestamp } from './typeParsers.ts'

/**
 * Any query over the tables. Its columns may not be of the types json, numeric or bytea, which JSON shows differently,
 * and times must have names that end with `_at` or be listed below.
 */
type Query = SelectQueryBuilder<Tables, never, object> & Compilable<object>

type Row = Record<string, unknown>

/** Columns of times with other names. */
const otherTimes = new Set(['factor_grace_from'])

const isTime = (name: string): boolean => name.endsWith('_at') || otherTimes.has(name)

const jsonTimestamp = /^(\d{4,}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d{1,6})?)\+00:00$/

/** Formats times as the driver does. */
function toDriverForm(row: Row): Row {
  const entries = Object.entries(row).map(([name, value]) => {
    const [, day, time] = (isTime(name) && jsonTimestamp.exec(String(value))) || []
    return [name, day && time ? isoTimestamp(`${day} ${time}+00`) : value]
  })
  return Object.fromEntries(entries) as Row
}

/** The queries that one statement runs, by their names. */
export type Queries = Record<string, Compilable<object>>

/** The rows of each query. */
export type Results<Named extends Queries> = { [Name in keyof Named]: InferResult<Named[Name]> }

/** Selects the rows of several queries as one value, for `parseTogether`. */
export function selectTogether(queries: Queries): AliasedExpression<string, 'together'> {
  const arrays = Object.entries(queries).map(
    ([name, query]) => [name, jsonArrayFrom(query as Query)] as const,
  )
  // The driver shows JSON as its text.
  return jsonBuildObject(Object.fromEntries(arrays)).$castTo<string>().as('together')
}

/** Reads the value that `selectTogether` selected, with the same rows as single queries return. */
export function parseTogether<Named extends Queries>(together: string): Results<Named> {
  const found = Object.entries(JSON.parse(together) as Record<string, Row[]>)
  // The queries name the types of their rows.
  return Object.fromEntries(found.map(([name, rows]) => [name, rows.map(toDriverForm)])) as Results<Named>
}

/**
 * Returns a function that runs several queries as one statement, which costs one round trip and sees one state of the
 * database. The queries are composed once (`composeOnce`).
 */
export function readTogether<Values extends unknown[], Named extends Queries>(
  select: (db: Db, ...values: Values) => Named,
): (db: Db, ...values: Values) => Promise<Results<Named>> {
  const read = composeOnce((db, ...values: Values) => db.selectNoFrom(selectTogether(select(db, ...values))))
  return async (db, ...values) => {
    const [found] = await read(db, ...values)
    return parseTogether<Named>(found?.together ?? '{}')
  }
}
