import { refuse, requireConfirmation, type Decision } from '../http/errors.ts'
import { versionLabel } from '../manifests/versions.ts'
import { fieldMessages } from '../http/messages.ts'
import { isBlank } from '../text/characters.ts'
import type { ApprovalState, ListingState, listingEvents, VersionOption } from './contract.ts'

export type ListingEvent = (typeof listingEvents)[number]
export type Audience = 'developer' | 'staff'

interface Move {
  from: ListingState
  to: ListingState
  by: Audience
  event: ListingEvent
  /** The approval state afterwards; null leaves it unchanged (LSTATE-25). */
  approval: ApprovalState | null
}

/** All moves of a listing (LSTATE-05 to LSTATE-19). Any other move is refused. */
export const listingMoves = {
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
} as const satisfies Record<string, Move>

export type ListingMove = keyof typeof listingMoves

const moves: readonly ListingMove[] = ['submit', 'withdraw', 'approve', 'reject']

export interface ListingStatus {
  state: ListingState
  approval_state: ApprovalState
}

/** Who acts: developers, or staff, who decide through the staff calls and never on their own app. */
export interface ListingCaller {
  audience: Audience
  /** Whether this person may move this listing. */
  may: boolean
}

export interface ListingChange extends ListingStatus {
  move: ListingMove
  event: ListingEvent
}

export interface ListingMoveRequest {
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

/** Returns the move that brings a listing to the requested state, or refuses it. */
export function decideListing(
  current: ListingStatus,
  request: ListingMoveRequest,
  caller: ListingCaller,
): Decision<ListingChange> {
  const move = moves.find(
    (each) => listingMoves[each].to === request.state && listingMoves[each].by === caller.audience,
  )
  if (move === undefined) return refuse('not_allowed', notYours[caller.audience])
  if (!caller.may) return refuse('not_allowed', whoMay[caller.audience])
  if (current.state !== listingMoves[move].from) return refuse('conflict', stateMessages[current.state])
  if (move === 'reject' && isBlank(request.admin_message ?? '')) {
    return refuse('invalid_input', fieldMessages.required, 'admin_message')
  }
  const { to, event, approval } = listingMoves[move]
  return {
    ok: true,
    value: { move, event, state: to, approval_state: approval ?? current.approval_state },
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
  { appsApply }: { appsApply: boolean },
): boolean => appsApply && !app.marketplace_enabled

/** Returns the moves that the reviewer can make now, shown as buttons. */
export const listingActions = (current: ListingStatus, audience: Audience): ListingMove[] =>
  moves.filter((move) => listingMoves[move].by === audience && listingMoves[move].from === current.state)

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

/** Returns the label of a listing's state (LSTATE-03, LSTATE-34). A newer server may have other states. */
export function listingLabel({ state, approval_state }: ListingStatus): ListingLabel {
  const label = state === 'draft' ? draftLabels.get(approval_state) : stateLabels.get(state)
  return label ?? 'Unknown State'
}
