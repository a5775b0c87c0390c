import type { Tx } from '../db/schema.ts'
import { changeApp } from './store.ts'

/**
 * Sets or clears the time since which the app's listing waits for a review. Leaves `updated_at` alone: no field of
 * the settings form changes.
 */
export async function waitForListing(tx: Tx, app: { id: number }, since: Date | null): Promise<void> {
  await changeApp(tx, app.id, { marketplace_listing_in_review_at: since })
}
