import type { QuotaServer } from '@trestle/domain/quotas/rules.ts'
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { violates } from '../db/constraint.ts'
import type { Db, QuotaBucketsTable, Tx } from '../db/schema.ts'

export type BucketRow = Selectable<QuotaBucketsTable>

/** A bucket with its app and the matching buckets on other servers. */
export interface BucketView extends BucketRow {
  ids: Partial<Record<QuotaServer, number>>
  app_id: number | null
  app_name: string | null
}

const liveBuckets = (db: Db) =>
  db
    .selectFrom('quota_buckets as bucket')
    .leftJoin('sandboxes as sandbox', 'sandbox.app_id', 'bucket.domain')
    .leftJoin('developer_apps as app', (join) =>
      join
        .on((row) =>
          row.or([
            row('app.uid', '=', row.ref('bucket.domain')),
            row('app.id', '=', row.ref('sandbox.developer_app_id')),
          ]),
        )
        .on('app.deleted_at', 'is', null),
    )
    .selectAll('bucket')
    .select([
      'app.id as app_id',
      'app.internal_name as app_name',
      sql<BucketView['ids']>`(select jsonb_object_agg(same.server, same.id) from quota_buckets same
        where same.domain = bucket.domain and same.client_id = bucket.client_id and same.deleted_at is null)`.as(
        'ids',
      ),
    ])
    .where('bucket.deleted_at', 'is', null)

export async function listBuckets(db: Db, server: QuotaServer): Promise<BucketView[]> {
  return liveBuckets(db)
    .where('bucket.server', '=', server)
    .orderBy((row) => row.fn('lower', ['bucket.name']))
    .orderBy('bucket.id')
    .execute()
}

export async function findBucket(db: Db, server: QuotaServer, id: number): Promise<BucketView | undefined> {
  return liveBuckets(db).where('bucket.server', '=', server).where('bucket.id', '=', id).executeTakeFirst()
}

export async function countBuckets(db: Db): Promise<{ server: QuotaServer; count: number }[]> {
  return db
    .selectFrom('quota_buckets')
    .select((row) => ['server', row.fn.countAll<number>().as('count')])
    .where('deleted_at', 'is', null)
    .groupBy('server')
    .execute()
}

/** Lists the buckets that can apply to clients of these apps. */
export async function listBucketsOfApps(
  db: Db,
  server: QuotaServer,
  domains: string[],
): Promise<Pick<BucketRow, 'id' | 'domain' | 'client_id' | 'bucket_templates'>[]> {
  return db
    .selectFrom('quota_buckets')
    .select(['id', 'domain', 'client_id', 'bucket_templates'])
    .where('server', '=', server)
    .where('domain', 'in', domains)
    .where('deleted_at', 'is', null)
    .execute()
}

/** Locks a bucket, including a deleted one, because a deletion can be reverted. */
export async function lockBucket(tx: Tx, server: QuotaServer, id: number): Promise<BucketRow | undefined> {
  return tx
    .selectFrom('quota_buckets')
    .selectAll()
    .where('server', '=', server)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Lists the names of the apps with these OAuth app IDs, in production or in their sandbox. */
export async function listAppNames(
  db: Db,
  domains: string[],
): Promise<{ domain: string; internal_name: string }[]> {
  const inProduction = db
    .selectFrom('developer_apps')
    .select(['uid as domain', 'internal_name'])
    .where('uid', 'in', domains)
    .where('deleted_at', 'is', null)
  const inSandbox = db
    .selectFrom('sandboxes as sandbox')
    .innerJoin('developer_apps as app', 'app.id', 'sandbox.developer_app_id')
    .select(['sandbox.app_id as domain', 'app.internal_name'])
    .where('sandbox.app_id', 'in', domains)
    .where('app.deleted_at', 'is', null)
    .$narrowType<{ domain: string }>()
  return inProduction.unionAll(inSandbox).execute()
}

export async function insertBucket(tx: Tx, bucket: Insertable<QuotaBucketsTable>): Promise<BucketRow> {
  return tx.insertInto('quota_buckets').values(bucket).returningAll().executeTakeFirstOrThrow()
}

export async function changeBucket(
  tx: Tx,
  id: number,
  change: Updateable<QuotaBucketsTable>,
): Promise<BucketRow> {
  return tx
    .updateTable('quota_buckets')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns whether a write failed because this client of this app already has a bucket on this server. */
export const isSecondBucket = (error: unknown): boolean => violates(error, 'quota_buckets_once')
