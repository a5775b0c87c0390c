import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, SandboxesTable, Tx } from '../db/schema.ts'

export type SandboxRow = Selectable<SandboxesTable>

export const selectSandboxOfApp = (db: Db, appId: number) =>
  db.selectFrom('sandboxes').selectAll().where('developer_app_id', '=', appId)

export async function lockSandboxOfApp(tx: Tx, appId: number): Promise<SandboxRow | undefined> {
  return tx
    .selectFrom('sandboxes')
    .selectAll()
    .where('developer_app_id', '=', appId)
    .forUpdate()
    .executeTakeFirst()
}

export async function findSandbox(db: Db, id: number): Promise<SandboxRow | undefined> {
  return db.selectFrom('sandboxes').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function lockSandbox(tx: Tx, id: number): Promise<SandboxRow | undefined> {
  return tx.selectFrom('sandboxes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function insertSandbox(tx: Tx, row: Insertable<SandboxesTable>): Promise<SandboxRow> {
  return tx.insertInto('sandboxes').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function changeSandbox(
  tx: Tx,
  id: number,
  changes: Updateable<SandboxesTable>,
): Promise<SandboxRow> {
  return tx
    .updateTable('sandboxes')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export interface PendingBuild {
  id: number
  app_id: number
  app_name: string
  redirect_uri: string
  owner_email: string
  requester_name: string
  requester_email: string
}

/**
 * Returns the data for building this request's sandbox, unless the request is no longer pending or its app was deleted.
 */
export async function findPendingBuild(
  db: Db,
  id: number,
  requestedAt: string,
): Promise<PendingBuild | undefined> {
  return db
    .selectFrom('sandboxes')
    .innerJoin('developer_apps', 'developer_apps.id', 'sandboxes.developer_app_id')
    .innerJoin('developers as owner', 'owner.id', 'developer_apps.owner_id')
    .innerJoin('developers as requester', 'requester.id', 'sandboxes.requested_by')
    .select([
      'sandboxes.id',
      'developer_apps.id as app_id',
      'developer_apps.internal_name as app_name',
      'sandboxes.redirect_uri',
      'owner.email as owner_email',
      'requester.name as requester_name',
      'requester.email as requester_email',
    ])
    .where('sandboxes.id', '=', id)
    .where('sandboxes.status', '=', 'pending')
    .where('sandboxes.requested_at', '=', requestedAt)
    .where('developer_apps.deleted_at', 'is', null)
    .executeTakeFirst()
}
