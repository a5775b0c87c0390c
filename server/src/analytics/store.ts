import { sql } from 'kysely'
import { deleteUpTo } from '../db/deleteUpTo.ts'
import type { Db } from '../db/schema.ts'

export async function insertAnalyticsEvent(
  db: Db,
  event: { developer_id: number; key: string; properties: Record<string, unknown>; at: Date },
): Promise<void> {
  await db
    .insertInto('analytics_events')
    .values({ ...event, properties: JSON.stringify(event.properties) })
    .execute()
}

export function deleteEventsBefore(db: Db, before: Date, limit: number): Promise<number> {
  return deleteUpTo(db, limit, {
    table: 'analytics_events',
    key: ['id'],
    isOld: sql`at < ${before}`,
    orderBy: 'at',
  })
}
