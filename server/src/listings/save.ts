import type { Audience } from '@trestle/domain/access/audience.ts'
import type { Submission, SubmissionInput } from '@trestle/domain/listings/contract.ts'
import { decideContact } from '@trestle/domain/listings/choices.ts'
import {
  ListingFields,
  ListingMedia,
  savedFields,
  type ListingContent,
} from '@trestle/domain/listings/content.ts'
import { emptyContent } from '@trestle/domain/listings/emptyContent.ts'
import { marksOf } from '@trestle/domain/listings/marks.ts'
import { decideContent, decideNamedVersion } from '@trestle/domain/listings/rules.ts'
import type { Actor } from '../access/actor.ts'
import { loadAdminApp, loadAppFor, lockAdminApp, lockAppFor, type AppRow } from '../access/authorizedApp.ts'
import { changesBetween, recordAudit, unchanged, type Changes } from '../audit/record.ts'
import type { Db, Tx } from '../db/schema.ts'
import { removeListingDraft } from '../drafts/removeDraft.ts'
import { orNotFound, RefusalError, refusalError, requireUnchanged, unwrap } from '../errors.ts'
import { definedFields } from '../definedFields.ts'
import type { Services } from '../services.ts'
import {
  presentSubmission,
  loadCurrentListings,
  checkContextFor,
  withContent,
  type FullSubmission,
  type CurrentListings,
} from './present.ts'
import { saveMediaOrder, attachMedia } from './attachMedia.ts'
import {
  findSubmission,
  insertSubmission,
  nextNumber,
  changeSubmission,
  type SubmissionRow,
} from './store.ts'

export type Body = Partial<SubmissionInput>

/** A call that changes a listing, and whether its actor makes it as a developer or as staff. */
export interface ListingCall {
  services: Services
  actor: Actor
  audience: Audience
}

type ListingAction = 'listing.edit' | 'listing.submit'

const requireNotDeleted = (app: AppRow): AppRow => {
  if (app.deleted_at !== null) {
    throw refusalError('conflict', "This app was deleted, so its listing can't be changed.")
  }
  return app
}

/** Refuses a caller who may not change the listing of an app. */
export async function requireListingWriter(
  db: Db,
  { actor, audience }: ListingCall,
  appId: number,
): Promise<void> {
  if (audience === 'staff') requireNotDeleted(await loadAdminApp(db, actor, appId))
  else await loadAppFor(db, actor, appId, 'listing.edit')
}

/** Loads the app of a listing and locks it, so that changes to its listing happen one at a time. */
export async function lockListingApp(
  tx: Tx,
  { actor, audience }: ListingCall,
  appId: number,
  { resourceName = 'App', action = 'listing.edit' }: { resourceName?: string; action?: ListingAction } = {},
): Promise<AppRow> {
  if (audience === 'staff') return requireNotDeleted(await lockAdminApp(tx, actor, appId, resourceName))
  return (await lockAppFor(tx, actor, appId, action, { resourceName })).app
}

/** Creates a draft from the published listing, or an empty one (LSTATE-29). */
export async function createSubmission(call: ListingCall, appId: number, body: Body): Promise<Submission> {
  const { services, actor, audience } = call
  return services.db.transaction().execute(async (tx) => {
    const app = await lockListingApp(tx, call, appId)
    const listings = await loadCurrentListings(tx, services, app)
    const { published, unpublished, versions } = listings
    if (unpublished) {
      const current = presentSubmission({ full: unpublished, app, versions, published, audience })
      const message = "This app already has a listing that isn't published yet. Change that one."
      throw new RefusalError({ code: 'conflict', message, current })
    }
    const before = published?.content ?? emptyContent
    const content = await contentAfter(tx, call, app, listings, before, body)
    const now = services.now()
    const row = await insertSubmission(tx, {
      developer_app_id: app.id,
      version: await nextNumber(tx, app.id),
      content: JSON.stringify(ListingFields.parse(content)),
      created_by: actor.id,
      created_at: now,
      updated_at: now,
      ...(published && marksOf(published.row)),
      ...staffColumns(body),
    })
    await saveMediaOrder(tx, now, row.id, content)
    if (published) await shareMarks(tx, call, published, body)
    if (!isMarksOnly(body)) await removeListingDraft(tx, actor, app)
    await recordAudit(tx, actor.audit, now, {
      action: 'listing.created',
      subject: { type: 'submission', id: row.id },
      app_id: app.id,
      changes: { ...toListingName(content), ...contentChanges(before, content) },
    })
    return presentSubmission({ full: { row, content }, app, versions, published, audience })
  })
}

/** Changes the listing in progress. A published listing is immutable except for its staff marks. */
export async function updateSubmission(
  call: ListingCall,
  id: number,
  { if_unchanged_since: since, ...body }: Body & { if_unchanged_since?: string | undefined },
): Promise<Submission> {
  const { services, actor, audience } = call
  return services.db.transaction().execute(async (tx) => {
    const { app, full, listings } = await openSubmission(tx, call, id)
    const { published, versions } = listings
    const submission = { app, versions, published, audience }
    // First, because overwriting a listing that can't be edited would be refused as well.
    requireOpen(full.row, body, audience)
    await requireUnchanged(full.row.updated_at, since, () => presentSubmission({ full, ...submission }))
    const content = await contentAfter(tx, call, app, listings, full.content, body)
    const columns = staffColumns(body)
    const changes = { ...contentChanges(full.content, content), ...changesBetween(full.row, columns) }
    const other = [published, listings.unpublished].find((each) => each && each.row.id !== id)
    if (other) await shareMarks(tx, call, other, body)
    if (!isMarksOnly(body)) await removeListingDraft(tx, actor, app)
    if (Object.keys(changes).length === 0) return presentSubmission({ full, ...submission })
    const now = services.now()
    const row = await changeSubmission(tx, id, {
      content: JSON.stringify(ListingFields.parse(content)),
      updated_at: now,
      ...columns,
    })
    await saveMediaOrder(tx, now, id, content)
    await recordAudit(tx, actor.audit, now, {
      action: 'listing.saved',
      subject: { type: 'submission', id },
      app_id: app.id,
      changes: { ...toListingName(content), ...changes },
    })
    return presentSubmission({ full: { row, content }, ...submission })
  })
}

/** Loads a submission with its app, after locking the app. */
export async function openSubmission(
  tx: Tx,
  call: ListingCall,
  id: number,
  action: ListingAction = 'listing.edit',
): Promise<{ app: AppRow; full: FullSubmission; listings: CurrentListings }> {
  const { developer_app_id } = orNotFound(await findSubmission(tx, id), 'Listing')
  const app = await lockListingApp(tx, call, developer_app_id, { resourceName: 'Listing', action })
  const row = orNotFound(await findSubmission(tx, id), 'Listing')
  const [full] = await withContent(tx, call.services.settings, [row])
  return {
    app,
    full: orNotFound(full, 'Listing'),
    listings: await loadCurrentListings(tx, call.services, app),
  }
}

const staffColumns = (body: Body) => definedFields({ admin_notes: body.admin_notes, ...marksOf(body) })

/** Returns whether only staff columns change. The page saves those immediately, independently of the form. */
const isMarksOnly = (body: Body): boolean =>
  Object.keys(definedFields(body)).every((field) => field in staffColumns(body))

/**
 * Copies the marks that staff chose for one listing to the app's other current one, because they are about the app.
 * Staff who take it off the marketplace while a draft exists mean the published listing, and the draft must not bring
 * it back. The other listing's content and time of change stay unchanged, so that someone who is editing it gets no
 * conflict.
 */
async function shareMarks(
  tx: Tx,
  { services, actor }: ListingCall,
  { row: other, content }: FullSubmission,
  body: Body,
): Promise<void> {
  const marks = definedFields(marksOf(body))
  const changes = changesBetween(other, marks)
  if (Object.keys(changes).length === 0) return
  await changeSubmission(tx, other.id, marks)
  await recordAudit(tx, actor.audit, services.now(), {
    action: 'listing.saved',
    subject: { type: 'submission', id: other.id },
    app_id: other.developer_app_id,
    changes: { ...toListingName(content), ...changes },
  })
}

/**
 * LSTATE-12, LSTATE-14: a listing in review is locked until a decision or its withdrawal, except for staff (LADM-09).
 */
function requireOpen(row: SubmissionRow, body: Body, audience: Audience): void {
  if (row.state === 'in_review' && audience === 'developer') {
    throw refusalError('conflict', 'This listing is in review. Withdraw it to change it.')
  }
  if (row.state === 'published' && !isMarksOnly(body)) {
    throw refusalError(
      'conflict',
      "This listing is published and can't be changed. Save your changes as a new draft.",
    )
  }
}

/** Returns the listing's content after this change, or refuses one that violates formats or limits (LVAL-40). */
async function contentAfter(
  tx: Tx,
  call: ListingCall,
  app: AppRow,
  { versions }: CurrentListings,
  before: ListingContent,
  body: Body,
): Promise<ListingContent> {
  const { services, actor } = call
  unwrap(decideContact(before, body))
  const fields = savedFields(before, body)
  if (fields.create_lead !== before.create_lead && !actor.is_employee) {
    throw refusalError('invalid_input', 'Only platform employees can change this.', 'create_lead')
  }
  const context = checkContextFor(services.settings, versions)
  unwrap(decideNamedVersion(before.app_version_id, fields.app_version_id, context))
  const media = await attachMedia(tx, call, app.id, ListingMedia.parse(before), body)
  return unwrap(decideContent({ ...fields, ...media }, 'save', context))
}

/** Returns the name of a listing for its entries in the audit log. */
export const toListingName = ({ public_name }: ListingContent): Changes => unchanged({ public_name })

function contentChanges(before: ListingContent, after: ListingContent): Changes {
  const changes: Changes = {}
  for (const [field, value] of Object.entries(after)) {
    const old: unknown = Reflect.get(before, field)
    if (JSON.stringify(old) !== JSON.stringify(value)) changes[field] = [old, value]
  }
  return changes
}
