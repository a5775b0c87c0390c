import { createHash } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { poolOf } from './connect.ts'
import { isPrepared, prepareAs } from './prepared.ts'
import type { Db } from './schema.ts'

/** A query of the builder, or one written with `sql`. */
interface Composed<Row> {
  compile: (db: Db) => CompiledQuery<Row>
}

/** A parameter of a statement: one of the values by its position, or a constant. */
type Parameter = { position: number } | { constant: unknown }

/**
 * Creates a value without properties or a primitive value, so that a query that reads the value itself fails at its
 * first use.
 */
const makeStandIn = (): object => Object.freeze(Object.create(null) as object)

function toParameter(parameter: unknown, standIns: readonly object[]): Parameter {
  if (typeof parameter !== 'object' || parameter === null) return { constant: parameter }
  const position = standIns.indexOf(parameter)
  // For example a list that contains a value: it would be sent with the stand-in.
  if (position === -1) throw new Error('A query that is composed once can only use its values as they are.')
  return { position }
}

function compile<Values extends unknown[], Row>(
  db: Db,
  compose: (db: Db, ...values: Values) => Composed<Row>,
  count: number,
) {
  const standIns = Array.from({ length: count }, makeStandIn)
  const query = compose(db, ...(standIns as Values)).compile(db)
  const parameters = query.parameters.map((parameter) => toParameter(parameter, standIns))
  const used = new Set(parameters.flatMap((each) => ('position' in each ? each.position : [])))
  if (used.size !== count) throw new Error(`A query that is composed once ignores a value: ${query.sql}`)
  return { query: { ...query, sql: named(query.sql) }, parameters }
}

/**
 * Names a statement by its text, so that connections prepare it, unless it selects `*`: once a migration adds a column,
 * a prepared one fails on every connection that has it.
 */
function named(text: string): string {
  if (isPrepared(text) || /(?:^|[ .])\*/.test(text)) return text
  return prepareAs(`composed_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`, text)
}

/**
 * Runs a statement on any connection of the pool, without the query builder, which takes a quarter of a short
 * statement's time.
 */
async function runOn<Row>(pool: pg.Pool, text: string, parameters: unknown[]): Promise<Row[]> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query(text, parameters)
    return rows as Row[]
  } finally {
    client.release()
  }
}

/**
 * Returns a function that runs a query. The query is composed for the first call and later only gets other values:
 * composing it takes longer than sending it and reading a row. The server prepares it too (`prepareNamed`), unless it
 * selects `*`.
 *
 * `compose` must pass each of its values on to the query. It can't look at them, because it gets stand-ins: a query
 * whose form depends on a value must be composed each time.
 */
export function composeOnce<Values extends unknown[], Row>(
  compose: (db: Db, ...values: Values) => Composed<Row>,
): (db: Db, ...values: Values) => Promise<Row[]> {
  let compiled: ReturnType<typeof compile<Values, Row>> | undefined
  return async (db, ...values) => {
    compiled ??= compile(db, compose, values.length)
    const parameters = compiled.parameters.map((each) =>
      'position' in each ? values[each.position] : each.constant,
    )
    const { query } = compiled
    const pool = poolOf(db)
    if (pool) return runOn<Row>(pool, query.sql, parameters)
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows
  }
}
