import type { SecretColumns } from '../credentials/makeSecret.ts'
import type { Tx } from '../db/schema.ts'
import { changeApp, setPublishedVersion } from './store.ts'

// These columns are in no form. Setting them leaves `updated_at` alone, so that open forms don't become stale.

/** Sets the version of the app that the marketplace offers. */
export const setMarketplaceVersion = (tx: Tx, appId: number, key: string): Promise<void> =>
  setPublishedVersion(tx, appId, key)

/** Sets or clears the time since which the app's listing waits for a review. */
export async function setListingInReviewSince(tx: Tx, appId: number, since: Date | null): Promise<void> {
  await changeApp(tx, appId, { marketplace_listing_in_review_at: since })
}

/** Stores the columns of the app's production secret. */
export async function storeSecret(tx: Tx, appId: number, columns: SecretColumns): Promise<void> {
  await changeApp(tx, appId, columns)
}
