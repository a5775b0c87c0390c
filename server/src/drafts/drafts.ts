import { adminsOnly } from '@trestle/domain/access/roles.ts'
import type { InputOf } from '@trestle/domain/http/endpoint.ts'
import type { Draft, DraftKey, putDraft as storing } from '@trestle/domain/drafts/contract.ts'
import type { Actor } from '../access/actor.ts'
import { adminAppFor, appFor } from '../apps/access.ts'
import type { Tx } from '../db/schema.ts'
import { orNotFound, RefusalError } from '../errors.ts'
import { lockForStaff } from '../notifications/write.ts'
import type { Services } from '../services.ts'
import {
  deleteDraft,
  findDraft,
  listingDraft,
  manifestDraft,
  notificationDraft,
  storeDraft,
  type DraftOwner,
} from './store.ts'

type AppId = number | undefined

async function manifestOf(tx: Tx, actor: Actor, appId: AppId): Promise<DraftOwner> {
  const { app } = await appFor(tx, actor, orNotFound(appId, 'App'), 'manifest.edit', { lock: true })
  return manifestDraft(actor, app)
}

/** Platform staff may edit the listing of any app that is not deleted. */
async function listingOf(tx: Tx, actor: Actor, appId: AppId): Promise<DraftOwner> {
  const id = orNotFound(appId, 'App')
  if (!actor.is_admin)
    return listingDraft(actor, (await appFor(tx, actor, id, 'listing.edit', { lock: true })).app)
  const app = await adminAppFor(tx, actor, id, { lock: true })
  return listingDraft(actor, orNotFound(app.deleted_at === null ? app : undefined, 'App'))
}

async function notificationOf(tx: Tx, actor: Actor, id: number | undefined): Promise<DraftOwner> {
  if (!actor.is_admin) throw new RefusalError(adminsOnly)
  return notificationDraft(actor, id === undefined ? null : await lockForStaff(tx, id))
}

/** Loads and locks the subject of a draft, and refuses those who may not edit it. */
function ownDraft(tx: Tx, actor: Actor, { kind, subject_id: subjectId }: DraftKey): Promise<DraftOwner> {
  const id = subjectId === 'new' ? undefined : subjectId
  switch (kind) {
    case 'manifest':
      return manifestOf(tx, actor, id)
    case 'listing':
      return listingOf(tx, actor, id)
    case 'notification':
      return notificationOf(tx, actor, id)
  }
}

export const readDraft = ({ db }: Services, actor: Actor, key: DraftKey): Promise<Draft | null> =>
  db.transaction().execute(async (tx) => findDraft(tx, await ownDraft(tx, actor, key)))

export const saveDraft = (
  { db, now }: Services,
  actor: Actor,
  key: DraftKey,
  { content, based_on }: InputOf<typeof storing>['body'],
): Promise<{ updated_at: string }> =>
  db.transaction().execute(async (tx) => {
    const at = now()
    const draft = { content: JSON.stringify(content), based_on, updated_at: at }
    await storeDraft(tx, await ownDraft(tx, actor, key), draft)
    return { updated_at: at.toISOString() }
  })

export const discardDraft = ({ db }: Services, actor: Actor, key: DraftKey): Promise<void> =>
  db.transaction().execute(async (tx) => deleteDraft(tx, await ownDraft(tx, actor, key)))
