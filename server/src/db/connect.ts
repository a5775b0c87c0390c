import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Db, Tables } from './schema.ts'

/** Creates the query builder over the pool, with the same dialect for the embedded database and a server. */
export function connect(pool: pg.Pool): Db {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
