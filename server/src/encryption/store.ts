import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/schema.ts'
import { headerBytes } from './encryption.ts'

/** An encrypted value and its row. */
export interface StoredValue {
  /** The row's `ctid`. */
  location: string
  value: Buffer
}

const split = (column: string): [table: string, name: string] => {
  const [table = '', name = ''] = column.split('.')
  return [table, name]
}

/**
 * Returns the condition for values that are still used. Retired signing keys are never decrypted, and are deleted soon.
 */
const isStillUsed = (table: string): RawBuilder<boolean> =>
  table === 'oauth_keys' ? sql`state <> 'retired'` : sql`true`

/** Lists the values of a column that are still used. */
export async function listEncrypted(db: Db, column: string): Promise<StoredValue[]> {
  const [table, name] = split(column)
  const { rows } = await sql<StoredValue>`
    select ctid::text as location, ${sql.ref(name)} as value from ${sql.table(table)}
    where ${sql.ref(name)} is not null and ${isStillUsed(table)}`.execute(db)
  return rows
}

/** Counts the values of a column that are still used by their first bytes, which name the key. */
export async function countByHeader(db: Db, column: string): Promise<{ header: Buffer; values: number }[]> {
  const [table, name] = split(column)
  const { rows } = await sql<{ header: Buffer; values: number }>`
    select substring(${sql.ref(name)} from 1 for ${sql.lit(headerBytes)}) as header, count(*)::int as values
    from ${sql.table(table)} where ${sql.ref(name)} is not null and ${isStillUsed(table)} group by 1`.execute(
    db,
  )
  return rows
}

/** Replaces a value unless its row has changed since, which moves the row. Returns whether it did. */
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
