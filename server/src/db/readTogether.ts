import type { Compilable, InferResult, SelectQueryBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
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

/** Shows times as the driver does. */
function toDriverForm(row: Row): Row {
  const entries = Object.entries(row).map(([name, value]) => {
    const [, day, time] = (isTime(name) && jsonTimestamp.exec(String(value))) || []
    return [name, day && time ? isoTimestamp(`${day} ${time}+00`) : value]
  })
  return Object.fromEntries(entries) as Row
}

type Results<Queries extends Record<string, Compilable<object>>> = {
  [Name in keyof Queries]: InferResult<Queries[Name]>
}

/**
 * Returns a function that runs several queries as one statement, which costs one round trip and sees one state of the
 * database. The queries are composed once (`composeOnce`).
 */
export function readTogether<Values extends unknown[], Queries extends Record<string, Compilable<object>>>(
  select: (db: Db, ...values: Values) => Queries,
): (db: Db, ...values: Values) => Promise<Results<Queries>> {
  const read = composeOnce((db, ...values: Values) =>
    db.selectNoFrom(
      Object.entries(select(db, ...values)).map(([name, query]) => jsonArrayFrom(query as Query).as(name)),
    ),
  )
  return async (db, ...values) => {
    // The driver shows JSON as its text.
    const [found = {}] = (await read(db, ...values)) as unknown as Record<string, string>[]
    const rows = Object.entries(found).map(([name, json]) => [
      name,
      (JSON.parse(json) as Row[]).map(toDriverForm),
    ])
    // The queries name the types of their rows.
    return Object.fromEntries(rows) as Results<Queries>
  }
}
