import type { Insertable, Selectable } from 'kysely'
import type { Db, HostedVideosTable, Tx } from '../../db/schema.ts'

export type HostedVideoRow = Selectable<HostedVideosTable>

export async function insertHostedVideo(tx: Tx, video: Insertable<HostedVideosTable>): Promise<void> {
  await tx.insertInto('hosted_videos').values(video).execute()
}

export async function findHostedVideo(db: Db, hashedId: string): Promise<HostedVideoRow | undefined> {
  return db.selectFrom('hosted_videos').selectAll().where('hashed_id', '=', hashedId).executeTakeFirst()
}

/** Deletes a video; returns undefined when it is already gone. */
export async function deleteHostedVideo(tx: Tx, hashedId: string): Promise<HostedVideoRow | undefined> {
  return tx.deleteFrom('hosted_videos').where('hashed_id', '=', hashedId).returningAll().executeTakeFirst()
}
