import { sql, type Insertable } from 'kysely'
import type { StorageAmount } from '@trestle/domain/files/storage.ts'
import { anyOf } from '../../db/anyOf.ts'
import { advisoryLocks } from '../../db/advisoryLocks.ts'
import { composeOnce } from '../../db/composeOnce.ts'
import { deleteUpTo } from '../../db/deleteUpTo.ts'
import type { Db, StorageClaimsTable, Tx } from '../../db/schema.ts'

/** The app or user whose quota a file counts against, or both. */
export interface StorageOwner {
  appId: number | null
  developerId: number | null
}

/** Locks the counts of an app and a user until the transaction ends. Always in this order, to avoid deadlocks. */
export async function lockStorage(tx: Tx, { appId, developerId }: StorageOwner): Promise<void> {
  if (appId !== null) {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.appStorage}, ${appId}::bigint::integer)`.execute(
      tx,
    )
  }
  if (developerId !== null) {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.developerStorage}, ${developerId}::bigint::integer)`.execute(
      tx,
    )
  }
}

/** Selects the amount of storage that an app or a user takes up. */
export const selectSum = (db: Db, column: 'app_id' | 'developer_id', id: number) =>
  db
    .selectFrom('storage_claims')
    .select((row) => [
      sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes'),
      row.fn.countAll<number>().as('files'),
    ])
    .where(column, '=', id)

const readSums = {
  app_id: composeOnce((db, id: number) => selectSum(db, 'app_id', id)),
  developer_id: composeOnce((db, id: number) => selectSum(db, 'developer_id', id)),
}

export async function sumClaims(
  db: Db,
  column: 'app_id' | 'developer_id',
  id: number,
): Promise<StorageAmount> {
  const [sum] = await readSums[column](db, id)
  return sum ?? { bytes: 0, files: 0 }
}

export async function insertClaim(tx: Tx, claim: Insertable<StorageClaimsTable>): Promise<number> {
  const { id } = await tx.insertInto('storage_claims').values(claim).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Assigns a claim to a video that an outside host stores. */
export async function giveClaimToMedia(tx: Tx, id: number, mediaId: number): Promise<void> {
  await tx.updateTable('storage_claims').set({ media_id: mediaId }).where('id', '=', id).execute()
}

export async function deleteClaim(db: Db, id: number): Promise<void> {
  await db.deleteFrom('storage_claims').where('id', '=', id).execute()
}

export async function deleteClaimOfFile(db: Db, key: string): Promise<void> {
  await db.deleteFrom('storage_claims').where('file_key', '=', key).execute()
}

export async function deleteClaimsOfMedia(
  tx: Tx,
  media: readonly { id: number; file_key: string | null; external_url: string | null }[],
): Promise<void> {
  const keys = media.flatMap(({ file_key }) => file_key ?? [])
  const videos = media.flatMap(({ external_url }) => external_url ?? [])
  await tx
    .deleteFrom('storage_claims')
    .where((row) =>
      row.or([
        row('file_key', '=', sql<string>`any(${keys}::text[])`),
        row('media_id', '=', anyOf(media.map(({ id }) => id))),
        row('file_key', 'in', (query) =>
          query
            .selectFrom('hosted_videos')
            .select('file_key')
            .where('hashed_id', '=', sql<string>`any(${videos}::text[])`),
        ),
      ]),
    )
    .execute()
}

/** Deletes claims of uploads to an outside host that never finished. */
export function deleteLostClaims(db: Db, before: Date, limit: number): Promise<number> {
  return deleteUpTo(db, limit, {
    table: 'storage_claims',
    key: ['id'],
    isOld: sql`file_key is null and media_id is null and created_at < ${before}`,
    orderBy: 'created_at',
  })
}
