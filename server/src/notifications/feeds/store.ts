import type { Insertable, Selectable } from 'kysely'
import type { Db, NotificationFeedsTable, Tx } from '../../db/schema.ts'

type FeedRow = Pick<Selectable<NotificationFeedsTable>, 'made_at' | 'last_read_at'>

export async function findFeed(db: Db, developerId: number): Promise<FeedRow | undefined> {
  return db
    .selectFrom('notification_feeds')
    .select(['made_at', 'last_read_at'])
    .where('developer_id', '=', developerId)
    .executeTakeFirst()
}

/**
 * Returns the owner of the feed whose token has this hash. The duration of the search reveals nothing about the token.
 */
export async function findFeedOwner(db: Db, tokenHash: Buffer): Promise<number | undefined> {
  const row = await db
    .selectFrom('notification_feeds')
    .select('developer_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row?.developer_id
}

export async function insertFeed(tx: Tx, feed: Insertable<NotificationFeedsTable>): Promise<void> {
  await tx.insertInto('notification_feeds').values(feed).execute()
}

/** Deletes a feed and returns false when there was none. */
export async function deleteFeed(tx: Tx, developerId: number): Promise<boolean> {
  const row = await tx
    .deleteFrom('notification_feeds')
    .where('developer_id', '=', developerId)
    .returning('developer_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes a feed whose address was created since a time, and returns whether there was one. */
export async function deleteFeedSince(tx: Tx, developerId: number, since: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('notification_feeds')
    .where('developer_id', '=', developerId)
    .where('made_at', '>=', since)
    .returning('developer_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Records a read, unless one after `staleBefore` is recorded, so that only one of many concurrent reads writes. */
export async function touchFeed(
  db: Db,
  tokenHash: Buffer,
  { readAt, staleBefore }: { readAt: Date; staleBefore: Date },
): Promise<void> {
  await db
    .updateTable('notification_feeds')
    .set({ last_read_at: readAt })
    .where('token_hash', '=', tokenHash)
    .where((row) =>
      row.or([row('last_read_at', 'is', null), row('last_read_at', '<=', staleBefore.toISOString())]),
    )
    .execute()
}
