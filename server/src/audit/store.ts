import type { AuditEventsTable, Tx } from '../db/schema.ts'
import type { Insertable } from 'kysely'

export async function insertEvent(tx: Tx, event: Insertable<AuditEventsTable>): Promise<void> {
  await tx.insertInto('audit_events').values(event).execute()
}
