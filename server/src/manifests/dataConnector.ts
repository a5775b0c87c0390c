import type { Db } from '../db/schema.ts'
import { hasPromotedDataConnector, selectPromotedDataConnector } from './store.ts'

export { selectPromotedDataConnector }

/**
 * Returns whether a version with a data connector has reached production, which gives the app production credentials.
 */
export const dataConnectorIsPromoted = (db: Db, app: { id: number }): Promise<boolean> =>
  hasPromotedDataConnector(db, app.id)
