import type { Db } from '../db/schema.ts'

export async function insertAnalyticsEvent(
  db: Db,
  event: { developer_id: number | null; key: string; properties: Record<string, unknown>; at: Date },
): Promise<void> {
  await db
    .insertInto('analytics_events')
    .values({ ...event, properties: JSON.stringify(event.properties) })
    .execute()
}
