import type { TimeRange } from '@trestle/domain/platformApi/queries.ts'
import type { RfiStatus } from '@trestle/domain/platformApi/contract.ts'
import type { Page, Paged } from '@trestle/domain/http/paging.ts'
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { allOf } from '../../db/allOf.ts'
import type { Db, SandboxRfisTable, Tx } from '../../db/schema.ts'
import { foldedContains } from '../../db/search.ts'
import { countRows, listPage } from '../../lists/listPage.ts'

export type RfiRow = Selectable<SandboxRfisTable>

export interface RfiFilters {
  statuses: readonly RfiStatus[] | undefined
  assignees: readonly number[] | undefined
  ball_in_court: number | undefined
  /** Selects open RFIs that are due before this day, or the others. */
  overdue: { value: boolean; today: string } | undefined
  locations: readonly number[] | undefined
  updated: TimeRange | undefined
  search: string | undefined
}

export interface RfiOrder {
  column: 'number' | 'due_date' | 'created_at' | 'updated_at'
  descending: boolean
}

function selectRfis(db: Db, projectId: number, filters: RfiFilters) {
  const { statuses, assignees, ball_in_court: ball, overdue, locations, updated, search } = filters
  const isOverdue = sql<boolean>`(status = 'open' and due_date is not null and due_date < ${overdue?.today ?? null}::date)`
  return db
    .selectFrom('sandbox_rfis')
    .where('project_id', '=', projectId)
    .$if(statuses !== undefined, (query) => query.where('status', 'in', statuses ?? []))
    .$if(assignees !== undefined, (query) =>
      query.where(sql<boolean>`assignee_ids && ${assignees ?? []}::bigint[]`),
    )
    .$if(ball !== undefined, (query) =>
      query.where('status', '=', 'open').where(sql<boolean>`${ball ?? null}::bigint = any (assignee_ids)`),
    )
    .$if(overdue !== undefined, (query) =>
      query.where(sql<boolean>`${isOverdue} = ${overdue?.value ?? false}`),
    )
    .$if(locations !== undefined, (query) => query.where('location_id', 'in', locations ?? []))
    .$if(typeof updated?.from === 'number', (query) =>
      query.where('updated_at', '>=', new Date(updated?.from ?? 0).toISOString()),
    )
    .$if(typeof updated?.until === 'number', (query) =>
      query.where('updated_at', '<', new Date(updated?.until ?? 0).toISOString()),
    )
    .where(
      allOf(
        search !== undefined &&
          sql`(${foldedContains('subject', search)} or ${foldedContains('question', search)})`,
      ),
    )
}

export function listRfis(
  db: Db,
  projectId: number,
  filters: RfiFilters,
  { column, descending, ...page }: RfiOrder & Page,
): Promise<Paged<RfiRow>> {
  const found = selectRfis(db, projectId, filters)
    .selectAll()
    .orderBy(column, (order) => (descending ? order.desc().nullsLast() : order.asc().nullsLast()))
    .orderBy('id')
  return listPage(found, page)
}

export async function findRfi(db: Db, projectId: number, id: number): Promise<RfiRow | undefined> {
  return db
    .selectFrom('sandbox_rfis')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
}

export async function lockRfi(tx: Tx, projectId: number, id: number): Promise<RfiRow | undefined> {
  return tx
    .selectFrom('sandbox_rfis')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Finds the call that created an RFI with this key since a time: its stored reply, and its hash from newer versions.
 */
export async function findCreatingCall(
  tx: Tx,
  { projectId, key, since }: { projectId: number; key: string; since: Date },
): Promise<Pick<RfiRow, 'created_reply' | 'request_hash'> | undefined> {
  return tx
    .selectFrom('sandbox_rfis')
    .select(['created_reply', 'request_hash'])
    .where('project_id', '=', projectId)
    .where('idempotency_key', '=', key)
    .where('created_at', '>', since.toISOString())
    .executeTakeFirst()
}

export const countRfis = (tx: Tx, sandboxId: number): Promise<number> =>
  countRows(
    tx
      .selectFrom('sandbox_rfis')
      .innerJoin('sandbox_projects', 'sandbox_projects.id', 'sandbox_rfis.project_id')
      .where('sandbox_projects.sandbox_id', '=', sandboxId),
  )

export async function insertRfi(tx: Tx, row: Insertable<SandboxRfisTable>): Promise<RfiRow> {
  return tx.insertInto('sandbox_rfis').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function insertRfis(tx: Tx, rows: Insertable<SandboxRfisTable>[]): Promise<void> {
  await tx.insertInto('sandbox_rfis').values(rows).execute()
}

export async function changeRfi(tx: Tx, id: number, changes: Updateable<SandboxRfisTable>): Promise<RfiRow> {
  return tx
    .updateTable('sandbox_rfis')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
