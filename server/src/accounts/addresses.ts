import type { Db } from '../db/schema.ts'
import { listConfirmedAfter, listPlatformAdminEmails } from './store.ts'

/** Lists the addresses of the platform admins, for emails about work that is waiting for staff. */
export const staffAddresses = (db: Db): Promise<string[]> => listPlatformAdminEmails(db)

/**
 * Lists confirmed addresses ordered by id, starting after `after`, so that an email to everyone goes out in
 * batches.
 */
export const confirmedAddressesAfter = (
  db: Db,
  after: number,
  limit: number,
): Promise<{ id: number; email: string }[]> => listConfirmedAfter(db, after, limit)
