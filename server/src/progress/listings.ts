import { listingLabel } from '@trestle/domain/listings/transitions.ts'
import type { Db } from '../db/schema.ts'
import { listStates, type ListingState } from './store.ts'

/** Returns the latest listing of each app: the one in progress, or else the published one. */
export async function latestListings(db: Db, appIds: readonly number[]): Promise<Map<number, ListingState>> {
  const rows = await listStates(db, appIds)
  // An app's published listing comes first, so that one in progress replaces it.
  return new Map(rows.map((row) => [row.developer_app_id, row]))
}

/** Returns a label for the state of each app's listing; apps without a listing are left out. */
export async function listingLabels(db: Db, appIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await listStates(db, appIds)
  const labels = new Map<number, string>()
  for (const row of rows) {
    const isUntouchedDraft = row.state === 'draft' && row.approval_state === 'unreviewed'
    if (isUntouchedDraft && labels.has(row.developer_app_id)) continue
    labels.set(row.developer_app_id, listingLabel(row))
  }
  return labels
}
