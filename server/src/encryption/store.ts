import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/** An encrypted value and where it is stored, as PostgreSQL names the place. */
export interface StoredValue {
  location: string
  value: Buffer
}

const split = (column: string): [table: string, name: string] => {
  const [table = '', name = ''] = column.split('.')
  return [table, name]
}

/** Lists the values of a column. */
export async function listEncrypted(db: Db, column: string): Promise<StoredValue[]> {
  const [table, name] = split(column)
  const { rows } = await sql<StoredValue>`
    select ctid::text as location, ${sql.ref(name)} as value from ${sql.table(table)}
    where ${sql.ref(name)} is not null`.execute(db)
  return rows
}

/** Replaces a value unless its row has changed in the meantime, which moves it. Returns whether it did. */
export async function replaceEncrypted(
  db: Db,
  column: string,
  { location, value }: StoredValue,
  by: Buffer,
): Promise<boolean> {
  const [table, name] = split(column)
  const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.ref(name)} = ${by}
    where ctid = ${location}::tid and ${sql.ref(name)} = ${value}`.execute(db)
  return numAffectedRows === 1n
}
