import type { Tx } from '../db/schema.ts'
import { setPublishedVersion } from './store.ts'

/**
 * Sets the version of the app that the marketplace offers.
 *
 * Leaves `updated_at` alone: no field of the settings form changes.
 */
export const offerVersion = (tx: Tx, appId: number, key: string): Promise<void> =>
  setPublishedVersion(tx, appId, key)
