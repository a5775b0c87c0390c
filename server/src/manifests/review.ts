import type { InputOf } from '@trestle/domain/http/endpoint.ts'
import type { Refusal } from '@trestle/domain/http/errors.ts'
import type { ManifestVersion, reviewVersion } from '@trestle/domain/manifests/contract.ts'
import {
  decideKeyRemoval,
  decideReviewTransition,
  reviewTransitions,
  type ReviewRole,
  type ReviewOutcome,
} from '@trestle/domain/manifests/rules.ts'
import { numberedBy } from '@trestle/domain/manifests/versions.ts'
import { longUtcDay } from '@trestle/domain/time/days.ts'
import type { Actor } from '../access/actor.ts'
import { lockAdminApp, lockAppFor, peopleOn, type AppRow, type PersonOnApp } from '../access/authorizedApp.ts'
import { mayAct } from '../access/tokenRights.ts'
import { findLastEventFor } from '../audit/lastEvent.ts'
import { changesBetween, recordAudit, unchanged } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { orNotFound, RefusalError, refusalError, requireUnchanged, unwrap } from '../errors.ts'
import { isInListingReview, isKeyPublic, removePublicKey } from '../listings/publicVersionKey.ts'
import type { Services } from '../services.ts'
import { loadVersion, presentVersion, loadSiblings, type Siblings } from './present.ts'
import { ifVisible } from './list.ts'
import { mailReview } from './mailReview.ts'
import {
  endReview,
  findVersion,
  findVersionByKey,
  insertReview,
  setMarketplaceVersion,
  changeVersion,
  type VersionRow,
} from './store.ts'

type ReviewInput = InputOf<typeof reviewVersion>['body']

/** A version and everything that a decision on it depends on. The lock on the app keeps all of it unchanged. */
interface ReviewContext {
  app: AppRow
  version: VersionRow
  siblings: Siblings
  people: PersonOnApp[]
}

/** Submits, withdraws, approves or rejects a production version, depending on the requested state. */
export async function review(
  services: Services,
  actor: Actor,
  key: string,
  request: ReviewInput,
): Promise<ManifestVersion> {
  const { db, now, settings } = services
  return db.transaction().execute(async (tx) => {
    const context = await lockReviewContext(tx, services, actor, key)
    const { app, version, siblings } = context
    await requireUnchanged(version.updated_at, request.if_unchanged_since, () =>
      presentVersion(version, siblings, actor),
    )
    const change = await decide(tx, actor, context, request)
    const removesKey = unwrap(
      decideKeyRemoval(version, change.transition, {
        isKeyPublic: await isKeyPublic(tx, version),
        isInListingReview: await isInListingReview(tx, version),
        confirmed: request.confirmed,
      }),
    )
    const at = now()
    const after = columnsAfter(version, change, at)
    await changeVersion(tx, version.id, { ...after, updated_at: at })
    await recordRound(tx, actor, version, change, at)
    if (change.transition === 'approve') await setMarketplaceVersion(tx, app.id, version.app_version_id)
    await recordAudit(tx, actor.audit, at, {
      action: `version.${change.event}`,
      subject: { type: 'app_version', id: version.id },
      app_id: app.id,
      changes: {
        ...unchanged({ version: version.version, semantic_version: version.semantic_version }),
        ...changesBetween(version, { state: change.state, ...toNotes(change) }),
      },
    })
    if (removesKey) await removePublicKey(tx, actor.audit, at, version)
    await mailReview(tx, services, { actor, app, version, people: context.people, change, removesKey })
    const published = change.transition === 'approve' ? version.app_version_id : app.published_app_version_id
    return loadVersion(tx, { ...app, published_app_version_id: published }, version.id, actor, settings)
  })
}

/**
 * Loads the context of a decision, with the app locked. Staff reach every app here, members only theirs. See
 * loadReadableApp in list.ts.
 */
async function lockReviewContext(
  tx: Tx,
  { settings }: Services,
  actor: Actor,
  key: string,
): Promise<ReviewContext> {
  const { id, developer_app_id } = orNotFound(ifVisible(settings, await findVersionByKey(tx, key)), 'Version')
  const app = actor.is_admin
    ? await lockAdminApp(tx, actor, developer_app_id, 'Version')
    : (await lockAppFor(tx, actor, developer_app_id, 'manifest.edit', { resourceName: 'Version' })).app
  return {
    app,
    version: numberedBy(orNotFound(await findVersion(tx, id), 'Version'), settings.SEMANTIC_VERSIONS),
    siblings: await loadSiblings(tx, app, settings),
    people: await peopleOn(tx, app),
  }
}

async function decide(
  tx: Tx,
  actor: Actor,
  context: ReviewContext,
  request: ReviewInput,
): Promise<ReviewOutcome> {
  const { app, version, siblings } = context
  if (app.deleted_at !== null) {
    throw refusalError('conflict', "This app was deleted, so its versions can't be changed.")
  }
  const decision = decideReviewTransition(
    version,
    siblings.published,
    request,
    reviewRoleFor(actor, context, request),
  )
  if (!decision.ok) {
    throw new RefusalError(await withLastTransition(tx, actor, version, request, decision.refusal))
  }
  return decision.value
}

/**
 * Returns the actor's role in the reviews of the app. Staff who work on it count as its developers, and are refused as
 * reviewers of their own work.
 */
function reviewRoleFor(actor: Actor, { people }: ReviewContext, request: ReviewInput): ReviewRole {
  const role = people.find((person) => person.developer_id === actor.id)?.role ?? null
  if (actor.is_admin && role === null) return 'staff'
  const reviewRole = mayAct(actor, role, 'manifest.edit') ? 'developer' : null
  const reviewers = Object.values(reviewTransitions)
    .filter(({ to }) => to === request.state)
    .map(({ by }): ReviewRole => by)
  if (actor.is_admin && reviewers.includes('staff') && !reviewers.includes(reviewRole)) {
    throw refusalError('not_allowed', 'You work on this app, so someone else has to review it.')
  }
  return reviewRole
}

const actionPhrases: Record<string, string> = {
  'version.submitted': 'submitted',
  'version.withdrawn': 'withdrew',
  'version.approved': 'approved',
  'version.rejected': 'rejected',
}
const staffActions = ['version.approved', 'version.rejected']

/** Adds who made the last transition to a refusal that the state caused. Only staff see which staff member decided. */
async function withLastTransition(
  tx: Tx,
  actor: Actor,
  version: VersionRow,
  request: ReviewInput,
  refusal: Refusal,
): Promise<Refusal> {
  const isAboutState =
    version.state !== null && (version.state !== 'confidential' || request.state !== 'in_review')
  const last = isAboutState ? await findLastEventFor(tx, { type: 'app_version', id: version.id }) : undefined
  const phrase = last && actionPhrases[last.action]
  if (refusal.code !== 'conflict' || !phrase) return refusal
  const isSecret = staffActions.includes(last.action) && !actor.is_admin
  const who = isSecret ? 'Platform staff' : (last.actor_name ?? 'A job')
  return { ...refusal, message: `${refusal.message} ${who} ${phrase} it on ${longUtcDay(last.at)}.` }
}

function toNotes(change: ReviewOutcome): Partial<Pick<VersionRow, 'developer_notes' | 'admin_notes'>> {
  switch (change.transition) {
    case 'submit':
      return { developer_notes: change.developer_notes ?? null }
    case 'approve':
    case 'reject':
      return { admin_notes: change.admin_notes ?? null }
    case 'withdraw':
      return {}
    default:
      return change.transition satisfies never
  }
}

/** Returns the columns to write. An approved version keeps `in_review_at` as its submission date. */
function columnsAfter(version: VersionRow, change: ReviewOutcome, at: Date) {
  const columns = { state: change.state, ...toNotes(change) }
  const decision_message = change.admin_notes || null
  switch (change.transition) {
    case 'submit':
      return { ...columns, in_review_at: at, review_round: version.review_round + 1 }
    case 'withdraw':
      return { ...columns, in_review_at: null }
    case 'approve':
      return { ...columns, published_at: at, decision_message, rejected_at: null }
    case 'reject':
      return { ...columns, in_review_at: null, decision_message, rejected_at: at }
    default:
      return change.transition satisfies never
  }
}

/** Starts a review round for a submission, and ends it for every other transition. */
async function recordRound(
  tx: Tx,
  actor: Actor,
  version: VersionRow,
  change: ReviewOutcome,
  at: Date,
): Promise<void> {
  if (change.event === 'submitted') {
    const round = version.review_round + 1
    return insertReview(tx, { version_id: version.id, round, submitted_at: at, state: 'in_review' })
  }
  const decision =
    change.event === 'withdrawn'
      ? { message: null, decided_by: null }
      : { message: change.admin_notes || null, decided_by: actor.id }
  return endReview(tx, version.id, { state: change.event, decided_at: at, ...decision })
}
