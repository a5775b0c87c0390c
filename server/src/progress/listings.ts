import { listingLabel } from '@trestle/domain/listings/transitions.ts'
import type { ListingState } from './store.ts'

/** Returns the latest listing of each app: the one in progress, otherwise the published one. */
export const latestListings = (states: readonly ListingState[]): Map<number, ListingState> =>
  // An app's published listing comes first, so that one in progress replaces it.
  new Map(states.map((state) => [state.developer_app_id, state]))

/** Returns a label for the state of each app's listing; apps without a listing are omitted. */
export function listingLabels(states: readonly ListingState[]): Map<number, string> {
  const labels = new Map<number, string>()
  for (const state of states) {
    const isUntouchedDraft = state.state === 'draft' && state.approval_state === 'unreviewed'
    if (isUntouchedDraft && labels.has(state.developer_app_id)) continue
    labels.set(state.developer_app_id, listingLabel(state))
  }
  return labels
}
