import type { Insertable } from 'kysely'
import type { AuditEventsTable, Db, Tx } from '../db/schema.ts'

export async function insertEvent(tx: Tx, event: Insertable<AuditEventsTable>): Promise<void> {
  await tx.insertInto('audit_events').values(event).execute()
}

export interface PastEvent {
  action: string
  at: string
  actor_name: string | null
}

export async function findLastEvent(
  db: Db,
  subjectType: string,
  subjectId: string,
): Promise<PastEvent | undefined> {
  return db
    .selectFrom('audit_events')
    .leftJoin('developers', 'developers.id', 'audit_events.actor_id')
    .select(['audit_events.action', 'audit_events.at', 'developers.name as actor_name'])
    .where('audit_events.subject_type', '=', subjectType)
    .where('audit_events.subject_id', '=', subjectId)
    .orderBy('audit_events.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
