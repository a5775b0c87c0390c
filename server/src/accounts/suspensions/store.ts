import { sql, type Insertable, type RawBuilder } from 'kysely'
import type { Db, SuspensionsTable, Tx } from '../../db/schema.ts'

export interface SuspensionRow {
  reason: string
  suspended_at: string
  suspended_by: number
  suspended_by_name: string
}

export async function findSuspension(db: Db, developerId: number): Promise<SuspensionRow | undefined> {
  return db
    .selectFrom('suspensions')
    .innerJoin('developers as staff', 'staff.id', 'suspensions.suspended_by')
    .select(['reason', 'suspended_at', 'suspended_by', 'staff.name as suspended_by_name'])
    .where('developer_id', '=', developerId)
    .executeTakeFirst()
}

export async function isSuspended(db: Db, developerId: number): Promise<boolean> {
  const row = await db
    .selectFrom('suspensions')
    .select('developer_id')
    .where('developer_id', '=', developerId)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the suspended ones among these developers. */
export async function listSuspendedAmong(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('suspensions')
    .select('developer_id')
    .where('developer_id', 'in', ids)
    .execute()
  return new Set(rows.map((row) => row.developer_id))
}

/** Whether the developer with this id is suspended, as a condition. */
export const suspended = (id: RawBuilder<number>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from suspensions where suspensions.developer_id = ${id})`

/** The developer must be locked. */
export async function insertSuspension(tx: Tx, suspension: Insertable<SuspensionsTable>): Promise<void> {
  await tx.insertInto('suspensions').values(suspension).execute()
}

export async function deleteSuspension(tx: Tx, developerId: number): Promise<void> {
  await tx.deleteFrom('suspensions').where('developer_id', '=', developerId).execute()
}
