import type { Tx } from '../db/schema.ts'
import { setPublishedVersion } from './store.ts'

/**
 * From now on the marketplace offers this version of the app.
 *
 * The app's `updated_at` stays: nothing changed that somebody could be editing in its settings.
 */
export const offerVersion = (tx: Tx, appId: number, key: string): Promise<void> =>
  setPublishedVersion(tx, appId, key)
