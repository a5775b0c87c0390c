import type { ListingState, Submission } from '@trestle/domain/listings/contract.ts'
import { decideContent } from '@trestle/domain/listings/rules.ts'
import {
  decideListingTransition,
  decideShownVersion,
  waitsForActivation,
  type ListingOutcome,
} from '@trestle/domain/listings/transitions.ts'
import { peopleOn, type AppRow, type PersonOnApp } from '../access/authorizedApp.ts'
import { recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { releaseStorage } from '../files/storage.ts'
import { definedFields } from '../definedFields.ts'
import { refusalError, requireUnchanged, unwrap } from '../errors.ts'
import type { Settings } from '../settings.ts'
import { presentSubmission, checkContextFor, type FullSubmission, type CurrentListings } from './present.ts'
import { mailListing } from './mailListing.ts'
import { safeHtml } from './message.ts'
import { publishListing } from './publishListing.ts'
import { openSubmission, toListingName, type ListingCall } from './save.ts'
import {
  insertEvent,
  listArchivedMedia,
  setListingColumns,
  supersedePublished,
  changeSubmission,
  type SubmissionRow,
} from './store.ts'

interface TransitionRequest {
  state: ListingState
  admin_message?: string | undefined
  silent?: boolean | undefined
  confirmed?: boolean | undefined
  if_unchanged_since?: string | undefined
}

interface ReviewContext {
  app: AppRow
  full: FullSubmission
  listings: CurrentListings
  people: PersonOnApp[]
}

/** Submits, withdraws, approves or rejects a listing, depending on the requested state (LSTATE-26). */
export async function transitionSubmission(
  call: ListingCall,
  id: number,
  request: TransitionRequest,
): Promise<Submission> {
  const { services, actor, audience } = call
  return services.db.transaction().execute(async (tx) => {
    const opened = await openSubmission(tx, call, id, 'listing.submit')
    const { full, listings } = opened
    const { published, versions } = listings
    await requireUnchanged(full.row.updated_at, request.if_unchanged_since, () =>
      presentSubmission({ full, app: opened.app, versions, published, audience }),
    )
    const people = await peopleOn(tx, opened.app)
    const message = request.admin_message === undefined ? '' : safeHtml(request.admin_message)
    const change = decide(call, { ...opened, people }, { ...request, admin_message: message })
    const at = services.now()
    const silent = change.transition === 'approve' && request.silent === true
    const row = await store(tx, opened.app, full.row, { change, at, message, silent })
    const app =
      change.transition === 'approve'
        ? await publishListing(tx, services, opened.app, full.content.public_name)
        : opened.app
    const event = {
      event: change.event,
      actor_id: actor.id,
      message: message === '' ? null : message,
      silent,
      at,
    }
    await insertEvent(tx, { ...event, submission_id: id, developer_app_id: app.id })
    await recordAudit(tx, actor.audit, at, {
      action: `listing.${change.event}`,
      subject: { type: 'submission', id },
      app_id: app.id,
      changes: {
        ...toListingName(full.content),
        state: [full.row.state, change.state],
        approval_state: [full.row.approval_state, change.approval_state],
      },
    })
    await mailListing(tx, services, { actor, app, full, people, change, message, silent })
    return presentSubmission({
      full: { row, content: full.content },
      app,
      versions,
      published,
      audience,
    })
  })
}

/** Decides the transition, and refuses an incomplete listing by the same rules as the form (LVAL-51). */
function decide(
  call: ListingCall,
  { app, full, people, listings }: ReviewContext,
  request: TransitionRequest,
): ListingOutcome {
  const { actor, audience, services } = call
  const isMember = people.some(({ developer_id }) => developer_id === actor.id)
  const caller = { audience, isAllowed: audience === 'developer' || !isMember }
  const change = unwrap(decideListingTransition(full.row, request, caller))
  if (change.transition === 'submit') requireActivated(services.settings, app)
  const check = contentChecks[change.transition]
  if (check !== null) {
    unwrap(decideContent(full.content, check, checkContextFor(services.settings, listings.versions)))
  }
  if (change.transition === 'approve') {
    const { app_version_id: key, installable } = full.content
    const version = listings.versions.find(({ app_version_id }) => app_version_id === key)
    unwrap(decideShownVersion(version, { installable, confirmed: request.confirmed }))
  }
  return change
}

function requireActivated(
  { LISTING_APPLICATIONS_ENABLED: areApplicationsEnabled }: Settings,
  app: AppRow,
): void {
  if (!waitsForActivation(app, { areApplicationsEnabled })) return
  throw refusalError('conflict', 'You can submit this listing once the app is activated on the marketplace.')
}

/** The content checks that a transition needs. */
const contentChecks = { submit: 'submit', approve: 'approve', withdraw: null, reject: null } as const

interface Decided {
  change: ListingOutcome
  at: Date
  message: string
  silent: boolean
}

async function store(
  tx: Tx,
  app: AppRow,
  before: SubmissionRow,
  { change, at, message, silent }: Decided,
): Promise<SubmissionRow> {
  if (change.transition === 'approve') {
    await supersedePublished(tx, app.id, at)
    await releaseStorage(tx, await listArchivedMedia(tx, app.id))
  }
  await setListingColumns(tx, app.id, {
    marketplace_listing_in_review_at: change.state === 'in_review' ? at : null,
  })
  const isDecision = change.transition === 'approve' || change.transition === 'reject'
  return changeSubmission(tx, before.id, {
    state: change.state,
    approval_state: change.approval_state,
    updated_at: at,
    ...(isDecision && { admin_message: message === '' ? null : message }),
    ...(change.state === 'in_review' && { in_review_at: at }),
    ...(change.state === 'draft' && { in_review_at: null }),
    ...(change.state === 'published' && { published_at: at, silent }),
  })
}

/** Refuses other fields in a request that changes `state`. */
export function requireOnlyTransition(body: object): void {
  const stray = Object.keys(definedFields(body)).find((field) => field !== 'if_unchanged_since')
  if (stray === undefined) return
  const message = "Save your changes first. A request that changes `state` can't change other fields."
  throw refusalError('invalid_input', message, stray)
}

/** Refuses the fields of a decision in a request that doesn't decide. */
export function requireNoDecision(decision: object): void {
  const [stray] = Object.keys(definedFields(decision))
  if (stray === undefined) return
  throw refusalError('invalid_input', `Send ${stray} with the state that you decide on.`, stray)
}
