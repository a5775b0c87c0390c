import type { ListingTransition } from '@trestle/domain/listings/transitions.ts'
import type { Listing, Submission } from '@trestle/domain/listings/contract.ts'
import '../../texts/listings.ts'

/** The state of the form's uploads that the actions show. */
export interface UploadStatus {
  isSending: boolean
  failedCount: number
  /** Whether another attempt at a failed upload may succeed. */
  canRetry: boolean
}

/** The facts that decide whether a listing can make a transition now. */
export interface TransitionContext {
  listing: Pick<Listing, 'published'>
  /** The submission that the form edits; null before the first save. */
  target: Pick<Submission, 'state'> | null
  canEdit: boolean
  mayTransition: boolean
  needsActivation: boolean
  isUnsaved: boolean
  uploads: UploadStatus
  problemCount: number
}

/** The key of a text and its values. */
export type Reason = { key: SimpleKey } | { key: CountedKey; count: number }

type Why<Name extends string> = `listings.actions.why.${Name}`

type CountedKey = Why<'uploadFailed' | 'uploadRefused' | 'submitInvalid' | 'approveInvalid'>

type SimpleKey =
  | 'listings.activation.submitWaits'
  | Why<
      | 'submitRole'
      | 'uploading'
      | 'submitUnsaved'
      | 'submitNothing'
      | 'submitUnchanged'
      | 'decideUnsaved'
      | 'decidePublished'
      | 'decideDraft'
      | 'decideOwn'
      | 'decideDeleted'
    >

/** Returns whether the content has problems that must be corrected. */
export const isAboutContent = ({ key }: Reason): boolean =>
  key === 'listings.actions.why.submitInvalid' || key === 'listings.actions.why.approveInvalid'

/** Returns why a transition can't be made now; null if it can. */
export function reasonAgainst(transition: ListingTransition, context: TransitionContext): Reason | null {
  if (transition === 'withdraw') return reasonAgainstRole(context)
  if (transition === 'reject') return reasonAgainstDeciding(context)
  const reason = transition === 'approve' ? reasonAgainstDeciding(context) : reasonAgainstSubmitting(context)
  return reason ?? reasonInContent(transition, context)
}

const reasonAgainstRole = ({ mayTransition }: TransitionContext): Reason | null =>
  mayTransition ? null : { key: 'listings.actions.why.submitRole' }

const reasonInContent = (
  transition: 'approve' | 'submit',
  { problemCount: count }: TransitionContext,
): Reason | null => (count === 0 ? null : { key: `listings.actions.why.${transition}Invalid`, count })

/** Also counts failed uploads. Only their own section shows them, so the user may not know that a file is missing. */
function reasonInUploads({ isSending, failedCount: count, canRetry }: UploadStatus): Reason | null {
  if (isSending) return { key: 'listings.actions.why.uploading' }
  if (count === 0) return null
  return { key: `listings.actions.why.${canRetry ? 'uploadFailed' : 'uploadRefused'}`, count }
}

function reasonAgainstDeciding(context: TransitionContext): Reason | null {
  const { listing, target } = context
  if (!context.canEdit) return { key: 'listings.actions.why.decideDeleted' }
  if (!context.mayTransition) return { key: 'listings.actions.why.decideOwn' }
  const uploads = reasonInUploads(context.uploads)
  if (uploads) return uploads
  if (context.isUnsaved) return { key: 'listings.actions.why.decideUnsaved' }
  if (!target && listing.published) return { key: 'listings.actions.why.decidePublished' }
  return target?.state === 'in_review' ? null : { key: 'listings.actions.why.decideDraft' }
}

function reasonAgainstSubmitting(context: TransitionContext): Reason | null {
  const { listing, target } = context
  const role = reasonAgainstRole(context)
  if (role) return role
  if (context.needsActivation) return { key: 'listings.activation.submitWaits' }
  const uploads = reasonInUploads(context.uploads)
  if (uploads) return uploads
  if (context.isUnsaved) return { key: 'listings.actions.why.submitUnsaved' }
  if (target) return null
  return { key: `listings.actions.why.${listing.published ? 'submitUnchanged' : 'submitNothing'}` }
}
