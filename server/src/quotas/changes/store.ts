import type { Page, Paged } from '@trestle/domain/http/paging.ts'
import type { QuotaServer } from '@trestle/domain/quotas/rules.ts'
import { sql, type Insertable, type Selectable } from 'kysely'
import { allOf } from '../../db/allOf.ts'
import type { Db, QuotaBucketChangesTable, Tx } from '../../db/schema.ts'
import { listPage } from '../../lists/listPage.ts'

export interface ChangeRow extends Selectable<QuotaBucketChangesTable> {
  changed_by_name: string
}

const changesOn = (db: Db, server: QuotaServer) =>
  db
    .selectFrom('quota_bucket_changes as change')
    .innerJoin('quota_buckets as bucket', 'bucket.id', 'change.bucket_id')
    .innerJoin('developers as person', 'person.id', 'change.changed_by')
    .where('bucket.server', '=', server)

/** Lists a bucket's changes, newest first. */
export async function listChanges(
  db: Db,
  server: QuotaServer,
  bucketId: number | undefined,
  page: Page,
): Promise<Paged<ChangeRow>> {
  const changes = changesOn(db, server)
    .where(allOf(bucketId !== undefined && sql`change.bucket_id = ${bucketId}`))
    .selectAll('change')
    .select('person.name as changed_by_name')
    .orderBy('change.id', 'desc')
  return listPage(changes, page)
}

export async function findChange(db: Db, server: QuotaServer, id: number): Promise<ChangeRow | undefined> {
  return changesOn(db, server)
    .selectAll('change')
    .select('person.name as changed_by_name')
    .where('change.id', '=', id)
    .executeTakeFirst()
}

export async function insertChange(tx: Tx, change: Insertable<QuotaBucketChangesTable>): Promise<number> {
  const { id } = await tx
    .insertInto('quota_bucket_changes')
    .values(change)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
