import type { Db } from '../db/schema.ts'
import { listPlatformAdminEmails } from './store.ts'

/** Where platform staff read what waits for them. */
export const staffAddresses = (db: Db): Promise<string[]> => listPlatformAdminEmails(db)
