import type { Audience } from '../access/audience.ts'
import { refuse, requireConfirmation, type Decision } from '../http/errors.ts'
import { versionLabel } from '../manifests/versions.ts'
import { fieldMessages } from '../http/messages.ts'
import { isBlank } from '../text/characters.ts'
import type { ApprovalState, ListingState, listingEvents, VersionOption } from './contract.ts'

export type ListingEvent = (typeof listingEvents)[number]

interface Transition {
  from: ListingState
  to: ListingState
  by: Audience
  event: ListingEvent
  /** The resulting approval state. Null leaves it unchanged (LSTATE-25). */
  approval: ApprovalState | null
}

/** All transitions of a listing (LSTATE-05 to LSTATE-19). Any other transition is refused. */
export const listingTransitions = {
  submit: { from: 'draft', to: 'in_review', by: 'developer', event: 'submitted', approval: 'unreviewed' },
  withdraw: { from: 'in_review', to: 'draft', by: 'developer', event: 'withdrawn', approval: null },
  approve: {
    from: 'in_review',
    to: 'published',
    by: 'staff',
    event: 'approved',
    approval: 'approved',
  },
  reject: { from: 'in_review', to: 'draft', by: 'staff', event: 'rejected', approval: 'rejected' },
} as const satisfies Record<string, Transition>

export type ListingTransition = keyof typeof listingTransitions

const transitions: readonly ListingTransition[] = ['submit', 'withdraw', 'approve', 'reject']

export interface ListingStatus {
  state: ListingState
  approval_state: ApprovalState
}

/** The acting side: developers or staff. Staff decide through the staff calls, and never on their own app. */
export interface ListingCaller {
  audience: Audience
  /** Whether this person may review this listing, or submit it. */
  isAllowed: boolean
}

export interface ListingOutcome extends ListingStatus {
  transition: ListingTransition
  event: ListingEvent
}

export interface ListingTransitionRequest {
  state: ListingState
  admin_message?: string | undefined
}

const stateMessages: Record<ListingState, string> = {
  draft: "This listing isn't in review.",
  in_review: 'This listing is already in review.',
  published: 'This listing is already published.',
}

const whoMay: Record<Audience, string> = {
  developer: "Only the app's owner and admins can submit or withdraw its listing.",
  staff: 'You work on this app, so someone else has to review its listing.',
}

const notYours: Record<Audience, string> = {
  developer: 'Only platform staff can publish a listing.',
  staff: "Platform staff can approve or reject a listing. Only the app's owner and admins can submit it.",
}

/** Returns the transition that brings a listing to the requested state, or refuses it. */
export function decideListingTransition(
  current: ListingStatus,
  request: ListingTransitionRequest,
  caller: ListingCaller,
): Decision<ListingOutcome> {
  const transition = transitions.find(
    (each) =>
      listingTransitions[each].to === request.state && listingTransitions[each].by === caller.audience,
  )
  if (transition === undefined) return refuse('not_allowed', notYours[caller.audience])
  if (!caller.isAllowed) return refuse('not_allowed', whoMay[caller.audience])
  if (current.state !== listingTransitions[transition].from) {
    return refuse('conflict', stateMessages[current.state])
  }
  if (transition === 'reject' && isBlank(request.admin_message ?? '')) {
    return refuse('invalid_input', fieldMessages.required, 'admin_message')
  }
  const { to, event, approval } = listingTransitions[transition]
  return {
    ok: true,
    value: { transition, event, state: to, approval_state: approval ?? current.approval_state },
  }
}

/**
 * Requires a confirmation to approve a listing that would show the key of an unapproved version on the marketplace.
 * That only happens when companies can install the app.
 */
export function decideShownVersion(
  version: VersionOption | undefined,
  { installable, confirmed }: { installable: boolean; confirmed: boolean | undefined },
): Decision<null> {
  if (!installable || version?.state !== 'in_review' || confirmed === true) return { ok: true, value: null }
  const name = `Version ${versionLabel(version)}`
  return requireConfirmation(
    `${name} isn't approved yet. Approving this listing shows its app version key on the marketplace.`,
  )
}

/**
 * Returns whether a listing must stay a draft until staff activate the app, where apps apply for the marketplace
 * (LIST-23).
 */
export const waitsForActivation = (
  app: { marketplace_enabled: boolean },
  { areApplicationsEnabled }: { areApplicationsEnabled: boolean },
): boolean => areApplicationsEnabled && !app.marketplace_enabled

/** Returns the transitions that the reviewer can make now, shown as buttons. */
export const availableListingTransitions = (
  current: ListingStatus,
  audience: Audience,
): ListingTransition[] =>
  transitions.filter(
    (transition) =>
      listingTransitions[transition].by === audience && listingTransitions[transition].from === current.state,
  )

export type ListingLabel =
  | 'Not reviewed'
  | 'Approved'
  | 'Rejected'
  | 'In review'
  | 'Published'
  | 'Unknown State'

const stateLabels = new Map<string, ListingLabel>([
  ['in_review', 'In review'],
  ['published', 'Published'],
])
const draftLabels = new Map<string, ListingLabel>([
  ['unreviewed', 'Not reviewed'],
  ['approved', 'Approved'],
  ['rejected', 'Rejected'],
])

/** Returns the label of a listing's state (LSTATE-03, LSTATE-34). Newer servers may have other states. */
export function listingLabel({ state, approval_state }: ListingStatus): ListingLabel {
  const label = state === 'draft' ? draftLabels.get(approval_state) : stateLabels.get(state)
  return label ?? 'Unknown State'
}
