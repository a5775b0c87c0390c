import { Kysely, PostgresDialect, PostgresDriver, type DatabaseConnection } from 'kysely'
import type pg from 'pg'
import type { Db, Tables } from './schema.ts'

const pools = new WeakMap<Db, pg.Pool>()

/** The errors of transactions that may have been committed. */
const lostCommits = new WeakSet<Error>()

/** Returns whether an error may hide that a transaction was committed: its connection was lost at the end. */
export const mayBeCommitted = (error: Error): boolean => lostCommits.has(error)

/** Remembers which errors are about a connection that was lost while its transaction was committed. */
class CommitTrackingDriver extends PostgresDriver {
  readonly #committing = new WeakSet<DatabaseConnection>()

  override async beginTransaction(...[connection, settings]: Parameters<PostgresDriver['beginTransaction']>) {
    this.#committing.delete(connection)
    await super.beginTransaction(connection, settings)
  }

  override async commitTransaction(connection: DatabaseConnection) {
    this.#committing.add(connection)
    await super.commitTransaction(connection)
  }

  /** Also called after a failed commit. It only fails on a lost connection. */
  override async rollbackTransaction(...[connection]: Parameters<PostgresDriver['rollbackTransaction']>) {
    try {
      await super.rollbackTransaction(connection)
    } catch (error) {
      if (error instanceof Error && this.#committing.has(connection)) lostCommits.add(error)
      throw error
    }
  }
}

/** Creates the query builder over the pool, with the same dialect for the embedded database and a server. */
export function connect(pool: pg.Pool): Db {
  const dialect = new PostgresDialect({ pool })
  dialect.createDriver = () => new CommitTrackingDriver({ pool })
  const db = new Kysely<Tables>({ dialect })
  pools.set(db, pool)
  return db
}

/** Returns an object that a query builder shares with its transactions, but with no other database. */
export const databaseOf = (db: Db): object => db.getExecutor().adapter

/** Returns the pool of a query builder, unless it is bound to one connection, as in a transaction. */
export const poolOf = (db: Db): pg.Pool | undefined => pools.get(db)
