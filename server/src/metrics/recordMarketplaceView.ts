import type { Db } from '../db/schema.ts'
import { addVisitorView } from './engagement/store.ts'

/**
 * Counts a visit to a listing's public page, once a visitor a day (UTC).
 *
 * The hash must not lead back to the visitor, and may be another one tomorrow: it is forgotten when its day is over.
 */
export const recordMarketplaceView = (
  db: Db,
  appId: number,
  visitorHash: Buffer,
  day: string,
): Promise<void> => addVisitorView(db, appId, visitorHash, day)
