import { adminsOnly } from '@trestle/domain/access/roles.ts'
import type { InputOf } from '@trestle/domain/http/endpoint.ts'
import type { Draft, DraftKey, putDraft as storing } from '@trestle/domain/drafts/contract.ts'
import type { Actor } from '../access/actor.ts'
import { loadAdminApp, loadAppFor, lockAdminApp, lockAppFor, type AppRow } from '../access/authorizedApp.ts'
import { mayAct } from '../access/tokenRights.ts'
import type { Db, Tx } from '../db/schema.ts'
import { orNotFound, RefusalError } from '../errors.ts'
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

/** The functions that drafts need from features that in turn delete drafts. routes.ts passes them. */
export interface DraftSubjects {
  findNotification: (db: Db, actor: Actor, id: number) => Promise<{ id: number }>
  lockNotification: (tx: Tx, actor: Actor, id: number) => Promise<{ id: number }>
}

/** The caller and the draft they access. */
interface DraftRequest {
  actor: Actor
  key: DraftKey
  subjects: DraftSubjects
}

async function loadManifestOwner(tx: Tx, actor: Actor, appId: AppId): Promise<DraftOwner> {
  const { app } = await lockAppFor(tx, actor, orNotFound(appId, 'App'), 'manifest.edit')
  return manifestDraft(actor, app)
}

const requireNotDeleted = (app: AppRow): AppRow =>
  orNotFound(app.deleted_at === null ? app : undefined, 'App')

/** Platform staff may edit the listing of any app that is not deleted. */
async function loadListingOwner(tx: Tx, actor: Actor, appId: AppId): Promise<DraftOwner> {
  const id = orNotFound(appId, 'App')
  if (!actor.is_admin) return listingDraft(actor, (await lockAppFor(tx, actor, id, 'listing.edit')).app)
  return listingDraft(actor, requireNotDeleted(await lockAdminApp(tx, actor, id)))
}

async function loadNotificationOwner(
  actor: Actor,
  id: number | undefined,
  load: (id: number) => Promise<{ id: number }>,
): Promise<DraftOwner> {
  if (!actor.is_admin) throw new RefusalError(adminsOnly)
  return notificationDraft(actor, id === undefined ? null : await load(id))
}

/** Loads and locks the subject of a draft, and refuses those who may not edit it. */
function lockDraftOwner(tx: Tx, { actor, key, subjects }: DraftRequest): Promise<DraftOwner> {
  const { kind, subject_id: subjectId } = key
  const id = subjectId === 'new' ? undefined : subjectId
  switch (kind) {
    case 'manifest':
      return loadManifestOwner(tx, actor, id)
    case 'listing':
      return loadListingOwner(tx, actor, id)
    case 'notification':
      return loadNotificationOwner(actor, id, (known) => subjects.lockNotification(tx, actor, known))
    default:
      return kind satisfies never
  }
}

const viewActions = { 'manifest.edit': 'manifest.view', 'listing.edit': 'listing.view' } as const

/** Loads an app that the caller may see. Returns null if they may not edit the subject of the draft. */
async function findEditableApp(
  db: Db,
  actor: Actor,
  appId: number,
  edit: keyof typeof viewActions,
): Promise<AppRow | null> {
  const { app, role } = await loadAppFor(db, actor, appId, viewActions[edit], { tokenAction: edit })
  return mayAct(actor, role, edit) ? app : null
}

async function findAppDraft(
  db: Db,
  actor: Actor,
  kind: 'manifest' | 'listing',
  appId: number,
): Promise<Draft | null> {
  const isStaff = kind === 'listing' && actor.is_admin
  const app = isStaff
    ? requireNotDeleted(await loadAdminApp(db, actor, appId))
    : await findEditableApp(db, actor, appId, `${kind}.edit`)
  return app && findDraft(db, kind === 'manifest' ? manifestDraft(actor, app) : listingDraft(actor, app))
}

/**
 * Returns the caller's draft, or null. Someone who may see an app but not edit it also gets null, because the app's
 * page asks for the draft before it knows their role.
 */
export async function readDraft(
  { db }: Services,
  { actor, key: { kind, subject_id: subjectId }, subjects }: DraftRequest,
): Promise<Draft | null> {
  const id = subjectId === 'new' ? undefined : subjectId
  if (kind !== 'notification') return findAppDraft(db, actor, kind, orNotFound(id, 'App'))
  const find = (known: number) => subjects.findNotification(db, actor, known)
  return findDraft(db, await loadNotificationOwner(actor, id, find))
}

export const saveDraft = (
  { db, now }: Services,
  request: DraftRequest,
  { content, based_on }: InputOf<typeof storing>['body'],
): Promise<{ updated_at: string }> =>
  db.transaction().execute(async (tx) => {
    const at = now()
    const draft = { content: JSON.stringify(content), based_on, updated_at: at }
    await storeDraft(tx, await lockDraftOwner(tx, request), draft)
    return { updated_at: at.toISOString() }
  })

export const discardDraft = ({ db }: Services, request: DraftRequest): Promise<void> =>
  db.transaction().execute(async (tx) => deleteDraft(tx, await lockDraftOwner(tx, request)))
