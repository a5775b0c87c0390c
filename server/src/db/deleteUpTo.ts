import { sql, type RawBuilder } from 'kysely'
import type { Db, Tables } from './schema.ts'

interface OldRows<Table extends keyof Tables> {
  table: Table
  /** The columns of the primary key. */
  key: readonly (keyof Tables[Table] & string)[]
  isOld: RawBuilder<unknown>
  /** The column whose index finds old rows. Without one, the search starts at the lowest key. */
  orderBy?: keyof Tables[Table] & string
}

/**
 * Deletes at most this many old rows, the oldest first, and returns how many. A row that is renewed while the statement
 * waits for it stays, because the condition is checked again then.
 */
export async function deleteUpTo<Table extends keyof Tables>(
  db: Db,
  limit: number,
  { table, key, isOld, orderBy }: OldRows<Table>,
): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ${isOld} and (${columns}) in (
      select ${columns} from ${sql.table(table)} where ${isOld}
      order by ${orderBy === undefined ? columns : sql.ref(orderBy)} limit ${limit}
    )`.execute(db)
  return Number(numAffectedRows)
}
