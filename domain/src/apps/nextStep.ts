import { mayActOnApp } from '../access/roles.ts'
import { isNewer, isRejected, isSuperseded, versionLabel, type Numbered } from '../manifests/versions.ts'
import type { AppRole, DeveloperAppRow, NextStep } from './contract.ts'

export const nextStepKinds = [
  'request_sandbox',
  'wait_for_sandbox',
  'retry_sandbox',
  'create_version',
  'promote_version',
  'submit_version',
  'answer_rejection',
  'review_version',
  'write_listing',
  'activate_listing',
  'submit_listing',
  'answer_listing_rejection',
  'review_listing',
  'offer_version',
  'activate_app',
  'turn_on_applications',
  'show_listing',
  'none',
] as const
export type NextStepKind = (typeof nextStepKinds)[number]

/** Returns whether an app with this next step has a live sandbox: without one, that is always the next step. */
export const hasLiveSandbox = (kind: NextStepKind): boolean =>
  kind !== 'request_sandbox' && kind !== 'wait_for_sandbox' && kind !== 'retry_sandbox'

/** Returns whether someone can use the sandbox credentials of an app in their list. */
export const mayUseSandbox = ({
  role,
  next_step: step,
}: Pick<DeveloperAppRow, 'role' | 'next_step'>): boolean =>
  mayActOnApp(role, 'credentials.viewSandbox') && hasLiveSandbox(step.kind)

/** The app tabs where steps are taken. */
export type NextStepTab = 'versions' | 'marketplace_listing'

/** Returns the tab with the message of the latest unanswered rejection. */
export function rejectionTab(step: NextStep): NextStepTab | null {
  if (step.kind === 'answer_rejection' || step.rejected_version !== null) return 'versions'
  if (step.kind === 'answer_listing_rejection' || step.rejected_listing) return 'marketplace_listing'
  return null
}

const listingSteps: readonly NextStepKind[] = [
  'write_listing',
  'activate_listing',
  'submit_listing',
  'answer_listing_rejection',
  'review_listing',
  'offer_version',
  'activate_app',
  'turn_on_applications',
  'show_listing',
  'none',
]

/** Returns the tab of the app where its developers take or follow a step. */
export const nextStepTab = (kind: NextStepKind): NextStepTab =>
  listingSteps.includes(kind) ? 'marketplace_listing' : 'versions'

const productionSteps: readonly NextStepKind[] = ['submit_version', 'answer_rejection', 'review_version']

/** Returns whether a step is about a version in production. */
export const isProductionStep = (kind: NextStepKind): boolean => productionSteps.includes(kind)

/** The input for an app's next step. */
export interface AppProgress {
  isGovernmentCloud: boolean
  sandbox: string | null
  newestSandbox: Numbered | null
  newestProduction:
    | (Numbered & { state: string | null; in_review_at: string | null; rejected_at: string | null })
    | null
  /** The draft, or else the published listing. */
  listing: { state: string; approval_state: string } | null
  listingInReviewAt: string | null
  waitsForActivation: boolean
  /** Whether apps apply for the marketplace. Otherwise staff can't activate them. */
  areApplicationsEnabled: boolean
  /** Whether the published listing offers a version other than the newest one in production. */
  offersOlderVersion: boolean
  /** Which of staff's switches hides a published listing from the marketplace: that of the app, or of the listing. */
  hiddenBy: 'app' | 'listing' | null
}

type Step = Pick<NextStep, 'kind'> & Partial<NextStep>

function publishedStep({ areApplicationsEnabled, offersOlderVersion, hiddenBy }: AppProgress): Step {
  if (offersOlderVersion) return { kind: 'offer_version' }
  if (hiddenBy === 'app') return { kind: areApplicationsEnabled ? 'activate_app' : 'turn_on_applications' }
  return { kind: hiddenBy === 'listing' ? 'show_listing' : 'none' }
}

function listingStep(progress: AppProgress): Step {
  const { listing, listingInReviewAt, waitsForActivation } = progress
  if (!listing) return { kind: 'write_listing' }
  if (listing.state === 'in_review') return { kind: 'review_listing', since: listingInReviewAt }
  if (listing.state !== 'draft') return publishedStep(progress)
  if (listing.approval_state === 'rejected') return { kind: 'answer_listing_rejection' }
  return { kind: waitsForActivation ? 'activate_listing' : 'submit_listing' }
}

function productionStep(progress: AppProgress): Step {
  const { newestProduction: version } = progress
  if (!version) return { kind: 'create_version' }
  if (isRejected(version)) return { kind: 'answer_rejection', since: version.rejected_at }
  if (version.state === 'confidential') return { kind: 'submit_version' }
  if (version.state === 'in_review') return { kind: 'review_version', since: version.in_review_at }
  return listingStep(progress)
}

/** Returns the next step of an app: for its sandbox first, then its versions, then its listing. */
export function findNextStep(progress: AppProgress): NextStep {
  const { isGovernmentCloud, sandbox, newestSandbox, newestProduction } = progress
  const label = (version: Numbered | null) => version && versionLabel(version)
  const complete = (step: Step, version: Numbered | null): NextStep => {
    const listingKind = nextStepTab(step.kind) === 'versions' ? listingStep(progress).kind : null
    const isRejectedToo =
      step.kind !== 'answer_rejection' && newestProduction !== null && isRejected(newestProduction)
    const isInReviewToo = step.kind !== 'review_version' && newestProduction?.state === 'in_review'
    return {
      version: label(version),
      since: null,
      rejected_version: isRejectedToo ? label(newestProduction) : null,
      version_in_review: isInReviewToo ? label(newestProduction) : null,
      rejected_listing: listingKind === 'answer_listing_rejection',
      listing_in_review: listingKind === 'review_listing',
      ...step,
    }
  }
  if (isGovernmentCloud) return complete(productionStep(progress), newestProduction)
  if (sandbox === 'pending') return complete({ kind: 'wait_for_sandbox' }, null)
  if (sandbox === 'failed') return complete({ kind: 'retry_sandbox' }, null)
  if (sandbox !== 'live') return complete({ kind: 'request_sandbox' }, null)
  if (!newestSandbox) return complete({ kind: 'create_version' }, null)
  if (isNewer(newestSandbox, newestProduction)) return complete({ kind: 'promote_version' }, newestSandbox)
  return complete(productionStep(progress), newestProduction)
}

type ActingRole = 'owner' | 'ownerOrStaff' | 'editors' | 'staff' | 'reviewers'

interface Wording {
  state: string
  /** Who acts next, the text for them and the text for everyone else. Null when no one has to act. */
  action: { by: ActingRole; imperative: string; statement: string } | null
}

const editors = (imperative: string, statement: string): Wording['action'] => ({
  by: 'editors',
  imperative,
  statement: `The app's owner or an admin ${statement}`,
})
const decision: Wording['action'] = {
  by: 'reviewers',
  imperative: 'Approve or reject it.',
  statement: 'Platform staff decide.',
}

/** "on Tuesday", but "today". */
const onDay = (day: string): string => (day === 'today' ? day : `on ${day}`)

const wordings: Record<NextStepKind, (version: string, since: string) => Wording> = {
  request_sandbox: () => ({
    state: 'The app has no sandbox.',
    action: { by: 'owner', imperative: 'Generate one.', statement: "The app's owner generates one." },
  }),
  wait_for_sandbox: () => ({ state: 'The sandbox is being built.', action: null }),
  retry_sandbox: () => ({
    state: "The sandbox couldn't be built.",
    action: {
      by: 'ownerOrStaff',
      imperative: 'Generate it again.',
      statement: "The app's owner can generate it again.",
    },
  }),
  create_version: () => ({
    state: 'The app has no version yet.',
    action: editors('Create one.', 'creates one.'),
  }),
  promote_version: (version) => ({
    state: `Version ${version} is in the sandbox.`,
    action: editors('Promote it.', 'promotes it.'),
  }),
  submit_version: (version) => ({
    state: `Version ${version} is in production.`,
    action: editors('Submit it for review.', 'submits it for review.'),
  }),
  answer_rejection: (version, since) => ({
    state: `Version ${version} was rejected ${onDay(since)}.`,
    action: editors(
      'Fix it in a new version, or submit it again.',
      'fixes it in a new version or submits it again.',
    ),
  }),
  review_version: (version, since) => ({
    state: `Version ${version} has been in review since ${since}.`,
    action: decision,
  }),
  write_listing: (version) => ({
    state: `Version ${version} is approved.`,
    action: editors('Write the marketplace listing.', 'writes the marketplace listing.'),
  }),
  activate_listing: () => ({
    state: 'The marketplace listing is a draft.',
    action: {
      by: 'staff',
      imperative: 'Activate the app so that it can be submitted.',
      statement: 'You can submit it when platform staff have activated the app.',
    },
  }),
  submit_listing: () => ({
    state: 'The marketplace listing is a draft.',
    action: editors('Submit it for review.', 'submits it for review.'),
  }),
  answer_listing_rejection: () => ({
    state: 'The marketplace listing was rejected.',
    action: editors('Correct it and submit it again.', 'corrects it and submits it again.'),
  }),
  review_listing: (_version, since) => ({
    state: `The marketplace listing has been in review since ${since}.`,
    action: decision,
  }),
  offer_version: (version) => ({
    state: `Version ${version} is approved.`,
    action: editors('Choose it in the marketplace listing.', 'chooses it in the marketplace listing.'),
  }),
  activate_app: () => ({
    state: "The marketplace listing is published, but the app isn't activated.",
    action: {
      by: 'staff',
      imperative: 'Activate the app to show it.',
      statement: 'Ask platform staff to activate it.',
    },
  }),
  turn_on_applications: () => ({
    state: "The marketplace listing is published, but the app isn't activated.",
    action: {
      by: 'staff',
      imperative:
        'It can be activated once the operator of the portal turns on listing applications (LISTING_APPLICATIONS_ENABLED).',
      statement: 'Platform staff can activate it once listing applications are turned on again.',
    },
  }),
  show_listing: () => ({
    state: 'The marketplace listing is published, but hidden.',
    action: {
      by: 'staff',
      imperative: 'Turn on Live to show it.',
      statement: 'Ask platform staff to show it.',
    },
  }),
  none: () => ({ state: 'The app is on the marketplace.', action: null }),
}

/** Staff who work on the app don't review it (decision 6). */
export type Reader = AppRole | 'staff' | 'staffOnApp'

const staffSteps: readonly ActingRole[] = ['staff', 'ownerOrStaff']

function mayTake(by: ActingRole, reader: Reader): boolean {
  if (reader === 'staffOnApp') return staffSteps.includes(by)
  if (reader === 'staff') return by === 'reviewers' || staffSteps.includes(by)
  if (by === 'editors') return mayActOnApp(reader, 'manifest.edit')
  return reader === 'owner' && (by === 'owner' || by === 'ownerOrStaff')
}

/** A part of the text about an app's next step. */
export interface NextStepText {
  text: string
  /** Where the reader does what the text asks for; null if it asks for nothing. */
  tab: NextStepTab | null
}

const statement = (text: string): NextStepText => ({ text, tab: null })

const decidedByOthers = statement("Platform staff who don't work on the app decide.")

const listingInReview: NextStepText = { text: 'The listing is in review.', tab: 'marketplace_listing' }

/** Returns what follows from a version in review while the next step concerns another one. */
function describeVersionInReview(version: string, reader: Reader): NextStepText[] {
  const wording = { state: `Version ${version} is in review.`, action: decision }
  const texts = describe(wording, reader, 'versions')
  return reader === 'staff' || reader === 'staffOnApp' ? texts : texts.slice(0, 1)
}

type StatedVersion = Numbered & { state: string | null }

/** Returns what staff must do about a version in review that can't be approved anymore, if there is one. */
export function describeSuperseded(
  versions: readonly StatedVersion[],
  reader: 'staff' | 'staffOnApp',
): NextStepText[] {
  const published = versions
    .filter(({ state }) => state === 'published')
    .reduce<Numbered | null>((newest, version) => (isNewer(version, newest) ? version : newest), null)
  const waiting = versions.find((version) => isSuperseded(version, published))
  if (!waiting) return []
  const text = `Version ${versionLabel(waiting)} is still in review, but a newer version is approved.`
  return [statement(text), reader === 'staff' ? { text: 'Reject it.', tab: 'versions' } : decidedByOthers]
}

function describe({ state, action }: Wording, reader: Reader, tab: NextStepTab): NextStepText[] {
  if (!action) return [statement(state)]
  if (mayTake(action.by, reader)) return [statement(state), { text: action.imperative, tab }]
  const isReview = action.by === 'reviewers' && reader === 'staffOnApp'
  return [statement(state), isReview ? decidedByOthers : statement(action.statement)]
}

/**
 * Returns the texts of a step: an instruction for a reader who may take it, a statement for everyone else.
 *
 * Returns null for a kind that this version does not know. `formatDay` may return `today`.
 */
export function describeNextStep(
  step: NextStep,
  reader: Reader,
  formatDay: (instant: string) => string,
): NextStepText[] | null {
  if (!nextStepKinds.includes(step.kind)) return null
  const since = step.since === null ? '' : formatDay(step.since)
  const wording = wordings[step.kind](step.version ?? '', since)
  return [
    ...(step.rejected_version === null ? [] : [statement(`Version ${step.rejected_version} was rejected.`)]),
    ...describe(wording, reader, nextStepTab(step.kind)),
    ...(step.version_in_review ? describeVersionInReview(step.version_in_review, reader) : []),
    ...(step.rejected_listing
      ? describe(wordings.answer_listing_rejection('', ''), reader, 'marketplace_listing')
      : []),
    ...(step.listing_in_review && reader === 'staff' ? [listingInReview] : []),
  ]
}
