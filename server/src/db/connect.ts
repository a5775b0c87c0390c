import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Db, Tables } from './schema.ts'

/** The query builder over the one pool: the same dialect for the embedded database and a server. */
export function connect(pool: pg.Pool): Db {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
