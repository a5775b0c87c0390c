import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Db, Tables } from './schema.ts'

const pools = new WeakMap<Db, pg.Pool>()

/** Creates the query builder over the pool, with the same dialect for the embedded database and a server. */
export function connect(pool: pg.Pool): Db {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  return db
}

/** Returns the pool of a query builder, unless it is bound to one connection, as in a transaction. */
export const poolOf = (db: Db): pg.Pool | undefined => pools.get(db)
