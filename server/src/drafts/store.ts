import { sql, type ExpressionBuilder } from 'kysely'
import type { Draft, DraftKind } from '@trestle/domain/drafts/contract.ts'
import { deleteUpTo } from '../db/deleteUpTo.ts'
import type { Db, Tables, Tx } from '../db/schema.ts'

/** One person's draft of one subject. A draft of a new announcement has neither an app nor an announcement. */
export interface DraftOwner {
  developer_id: number
  kind: DraftKind
  developer_app_id: number | null
  notification_id: number | null
}

export const manifestDraft = (person: { id: number }, app: { id: number }): DraftOwner => ({
  developer_id: person.id,
  kind: 'manifest',
  developer_app_id: app.id,
  notification_id: null,
})

export const listingDraft = (person: { id: number }, app: { id: number }): DraftOwner => ({
  ...manifestDraft(person, app),
  kind: 'listing',
})

export const notificationDraft = (
  person: { id: number },
  notification: { id: number } | null,
): DraftOwner => ({
  developer_id: person.id,
  kind: 'notification',
  developer_app_id: null,
  notification_id: notification?.id ?? null,
})

const isDraftOf = (owner: DraftOwner) => (draft: ExpressionBuilder<Tables, 'drafts'>) =>
  draft.and([
    draft('developer_id', '=', owner.developer_id),
    draft('kind', '=', owner.kind),
    draft('developer_app_id', 'is not distinct from', owner.developer_app_id),
    draft('notification_id', 'is not distinct from', owner.notification_id),
  ])

export async function findDraft(db: Db, owner: DraftOwner): Promise<Draft | null> {
  const row = await db
    .selectFrom('drafts')
    .select(['content', 'based_on', 'updated_at'])
    .where(isDraftOf(owner))
    .executeTakeFirst()
  return row ? { ...row, content: JSON.parse(row.content) } : null
}

export async function storeDraft(
  tx: Tx,
  owner: DraftOwner,
  draft: { content: string; based_on: string | null; updated_at: Date },
): Promise<void> {
  await tx
    .insertInto('drafts')
    .values({ ...owner, ...draft })
    .onConflict((conflict) => conflict.constraint('drafts_key').doUpdateSet(draft))
    .execute()
}

/** Deletes someone's draft after it was saved or discarded. */
export async function deleteDraft(tx: Tx, owner: DraftOwner): Promise<void> {
  await tx.deleteFrom('drafts').where(isDraftOf(owner)).execute()
}

export async function deleteDraftsOfApp(tx: Tx, app: { id: number }): Promise<void> {
  await tx.deleteFrom('drafts').where('developer_app_id', '=', app.id).execute()
}

export function deleteDraftsBefore(db: Db, time: Date, limit: number): Promise<number> {
  return deleteUpTo(db, limit, {
    table: 'drafts',
    key: ['id'],
    isOld: sql`updated_at < ${time}`,
    orderBy: 'updated_at',
  })
}
