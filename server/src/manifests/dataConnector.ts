import type { Db } from '../db/schema.ts'
import { hasPromotedDataConnector } from './store.ts'

/** Whether a version with a data connector has reached production: from then on the app has production credentials. */
export const dataConnectorIsPromoted = (db: Db, app: { id: number }): Promise<boolean> =>
  hasPromotedDataConnector(db, app.id)
