import type { Tx } from '../db/schema.ts'
import { changeApp } from './store.ts'

/**
 * Puts an app among those whose listing waits for a review since then, or takes it from them. Its `updated_at` stays:
 * nothing changed that somebody could be editing in its settings.
 */
export async function waitForListing(tx: Tx, app: { id: number }, since: Date | null): Promise<void> {
  await changeApp(tx, app.id, { marketplace_listing_in_review_at: since })
}
