import type { Insertable } from 'kysely'
import type { Db, SecurityEventsTable } from '../db/schema.ts'

export async function insertSecurityEvent(db: Db, event: Insertable<SecurityEventsTable>): Promise<void> {
  await db.insertInto('security_events').values(event).execute()
}
