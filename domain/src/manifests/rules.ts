import type { Audience } from '../access/audience.ts'
import { refuse, requireConfirmation, type Decision } from '../http/errors.ts'
import { fieldMessages } from '../http/messages.ts'
import { isBlank } from '../text/characters.ts'
import { longUtcDay } from '../time/days.ts'
import type { VersionableType } from './contract.ts'
import type { ReviewState } from './states.ts'
import { type Numbered, type Stateful, isNewer, versionLabel } from './versions.ts'

export const environments = {
  Sandbox: { label: 'Sandbox', color: 'magenta', type: 'sandbox' },
  ProductionEnvironment: { label: 'Production', color: 'blue', type: 'production' },
} as const satisfies Record<VersionableType, { label: string; color: string; type: string }>

export const reviewLabels: Record<ReviewState, string> = {
  confidential: 'Not submitted',
  in_review: 'Under review',
  published: 'Approved',
}

/** Returns where new versions are created: in production in government cloud, which has no sandbox (PROM-08). */
export const environmentOfNewVersion = (isGovernmentCloud: boolean): VersionableType =>
  isGovernmentCloud ? 'ProductionEnvironment' : 'Sandbox'

export const manifestsPausedNotice =
  'New sandbox manifests are paused while we upgrade our infrastructure. Existing versions keep working.'

export function decideNewVersion(where: { isGovernmentCloud: boolean; paused: boolean }): Decision<{
  versionable_type: VersionableType
  state: ReviewState | null
}> {
  const versionable_type = environmentOfNewVersion(where.isGovernmentCloud)
  if (where.paused && versionable_type === 'Sandbox') return refuse('unavailable', manifestsPausedNotice)
  return { ok: true, value: { versionable_type, state: where.isGovernmentCloud ? 'confidential' : null } }
}

/**
 * Decides on the release notes of a new version. A version created in production requires them, like a promotion
 * (PROM-16). A sandbox version must not have any.
 */
export function decideReleaseNotes(draft: {
  isGovernmentCloud: boolean
  changelog: string | null | undefined
}): Decision<{ changelog: string | null }> {
  const changelog = draft.changelog?.trim() ?? ''
  const isProvided = !isBlank(changelog)
  if (draft.isGovernmentCloud && !isProvided) {
    return refuse('invalid_input', fieldMessages.required, 'changelog')
  }
  if (draft.isGovernmentCloud) return { ok: true, value: { changelog } }
  if (!isProvided) return { ok: true, value: { changelog: null } }
  const message = 'Release notes are entered when a version is promoted. Leave this field out.'
  return refuse('invalid_input', message, 'changelog')
}

export interface Promotion {
  at: string
  by: string | null
}

export interface PromotionSource extends Numbered {
  versionable_type: VersionableType
  /** The promotion that already copied this version to production, if any. */
  promotion: Promotion | null
}

/**
 * Returns whether a version can be promoted: a sandbox version, once, while it is newer than everything in production
 * (PROM-14).
 */
export const isPromotable = (source: PromotionSource, newestProduction: Numbered | null): boolean =>
  source.versionable_type === 'Sandbox' && source.promotion === null && isNewer(source, newestProduction)

export function decidePromotion(
  source: PromotionSource,
  newestProduction: Numbered | null,
  releaseNotes: string,
): Decision<{ changelog: string; state: 'confidential' }> {
  const name = `Version ${versionLabel(source)}`
  if (source.versionable_type !== 'Sandbox') return refuse('conflict', `${name} is already in production.`)
  if (source.promotion) {
    const by = source.promotion.by === null ? '' : ` by ${source.promotion.by}`
    return refuse('conflict', `${name} was already promoted${by} on ${longUtcDay(source.promotion.at)}.`)
  }
  if (newestProduction && !isNewer(source, newestProduction)) {
    const newest = versionLabel(newestProduction)
    return refuse('conflict', `${name} can't be promoted: production already has version ${newest}.`)
  }
  const changelog = releaseNotes.trim()
  if (isBlank(changelog)) return refuse('invalid_input', fieldMessages.required, 'changelog')
  return { ok: true, value: { changelog, state: 'confidential' } }
}

/** The review of a production version (PROM-19 to PROM-22). Analytics report `event` (PROM-27, PROM-28). */
export const reviewTransitions = {
  submit: { from: 'confidential', to: 'in_review', by: 'developer', event: 'submitted' },
  withdraw: { from: 'in_review', to: 'confidential', by: 'developer', event: 'withdrawn' },
  approve: { from: 'in_review', to: 'published', by: 'staff', event: 'approved' },
  reject: { from: 'in_review', to: 'confidential', by: 'staff', event: 'rejected' },
} as const satisfies Record<string, { from: ReviewState; to: ReviewState; by: Audience; event: string }>

export type ReviewTransition = keyof typeof reviewTransitions
export type ReviewEvent = (typeof reviewTransitions)[ReviewTransition]['event']

const transitions = ['submit', 'withdraw', 'approve', 'reject'] as const satisfies ReviewTransition[]

export const reviewTransitionLabels: Record<ReviewTransition, string> = {
  submit: 'Submit for Review',
  withdraw: 'Withdraw from Review',
  approve: 'Approve',
  reject: 'Reject',
}

/**
 * The role of a person in the reviews of an app, null for none: `developer` if they may edit its manifests, `staff` for
 * staff who don't work on it (decision 6).
 */
export type ReviewRole = Audience | null

export interface ReviewRequest {
  state: ReviewState
  developer_notes?: string | undefined
  admin_notes?: string | undefined
}

export interface ReviewOutcome extends ReviewRequest {
  transition: ReviewTransition
  event: ReviewEvent
}

const done: Record<ReviewState, string> = {
  confidential: "isn't under review",
  in_review: 'is already under review',
  published: 'is already approved',
}

const whoMay: Record<ReviewState, string> = {
  confidential: "Only the app's owner and admins, or platform staff, can withdraw a version from review.",
  in_review: "Only the app's owner and admins can submit a version for review.",
  published: 'Only platform staff can approve a version.',
}

/** The notes field that each side writes to. */
const notesField = { developer: 'developer_notes', staff: 'admin_notes' } as const satisfies Record<
  Audience,
  keyof ReviewRequest
>
const notesOfOthers: Record<Audience, string> = {
  developer: 'Admin notes are entered when a version is approved or rejected.',
  staff: 'Developer notes are entered when a version is submitted.',
}

/** The notes a transition requires, because the other side must act on them. */
const neededNotes: Partial<Record<ReviewTransition, 'developer_notes' | 'admin_notes'>> = {
  submit: 'developer_notes',
  reject: 'admin_notes',
}

export const needsNotes = (transition: ReviewTransition): boolean => neededNotes[transition] !== undefined

/** Transitions toward the marketplace that are pointless once a newer version is published, with an alternative. */
const forwardTransitions: Partial<Record<ReviewTransition, { done: string; instead: string }>> = {
  submit: { done: 'submitted', instead: 'Submit a newer version instead.' },
  approve: { done: 'approved', instead: 'Reject it to take it out of the review queue.' },
}

/**
 * Returns the transition that brings a production version to the requested state, or refuses it.
 *
 * A caller who may not bring any version to that state is refused regardless of the current state.
 */
function decideTransition(
  version: Stateful,
  published: Numbered | null,
  to: ReviewState,
  role: ReviewRole,
): Decision<ReviewTransition> {
  const name = `Version ${versionLabel(version)}`
  const transition = transitions.find(
    (each) => reviewTransitions[each].to === to && reviewTransitions[each].by === role,
  )
  if (transition === undefined) return refuse('not_allowed', whoMay[to])
  if (version.state === null) return refuse('conflict', `${name} is a sandbox version. Promote it first.`)
  if (version.state !== reviewTransitions[transition].from) {
    return refuse('conflict', `${name} ${done[version.state]}.`)
  }
  const forward = forwardTransitions[transition]
  if (forward && !isNewer(version, published)) {
    const reason = `${name} can't be ${forward.done} because a newer version is already approved.`
    return refuse('conflict', `${reason} ${forward.instead}`)
  }
  return { ok: true, value: transition }
}

/** Decides whether this person may bring a production version to that state with these notes. */
export function decideReviewTransition(
  version: Stateful,
  published: Numbered | null,
  request: ReviewRequest,
  role: ReviewRole,
): Decision<ReviewOutcome> {
  const decision = decideTransition(version, published, request.state, role)
  if (!decision.ok) return decision
  const transition = decision.value
  const { by, event } = reviewTransitions[transition]
  const foreign = notesField[by === 'developer' ? 'staff' : 'developer']
  if (request[foreign]) return refuse('invalid_input', notesOfOthers[by], foreign)
  const needed = neededNotes[transition]
  if (needed && isBlank(request[needed] ?? '')) return refuse('invalid_input', fieldMessages.required, needed)
  return { ok: true, value: { ...request, transition, event } }
}

interface OfferedVersion {
  /** Whether the app's marketplace page shows the version's key. */
  isKeyPublic: boolean
  /** Whether a listing under review offers the version. */
  isInListingReview: boolean
  confirmed: boolean | undefined
}

/**
 * Returns whether a transition removes the version's key from the app's marketplace page, because a version that
 * leaves its review without an approval is no longer offered to companies. The caller must confirm it, and that a
 * listing under review loses its version.
 */
export function decideKeyRemoval(
  version: Numbered,
  transition: ReviewTransition,
  { isKeyPublic, isInListingReview, confirmed }: OfferedVersion,
): Decision<boolean> {
  if (reviewTransitions[transition].to !== 'confidential') return { ok: true, value: false }
  const effects = [
    ...(isKeyPublic ? ["removes its app version key from the app's marketplace page"] : []),
    ...(isInListingReview ? ['leaves the listing under review without a version'] : []),
  ]
  if (effects.length === 0 || confirmed === true) return { ok: true, value: isKeyPublic }
  const name = `version ${versionLabel(version)}`
  const step = transition === 'reject' ? `Rejecting ${name}` : `Withdrawing ${name} from review`
  return requireConfirmation(`${step} ${effects.join(' and ')}.`)
}

/** Returns the transitions shown as buttons on a production version (PROM-25, PROM-26). */
export const availableReviewTransitions = (
  version: Stateful,
  published: Numbered | null,
  role: ReviewRole,
): ReviewTransition[] =>
  transitions.filter((transition) => {
    const decision = decideTransition(version, published, reviewTransitions[transition].to, role)
    return decision.ok && decision.value === transition
  })
