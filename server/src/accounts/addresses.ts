import type { Db } from '../db/schema.ts'
import { listConfirmedAfter, listPlatformAdminEmails } from './store.ts'

/** Where platform staff read what waits for them. */
export const staffAddresses = (db: Db): Promise<string[]> => listPlatformAdminEmails(db)

/** Confirmed addresses in order of their ids, after one of them: to write to everybody in pieces. */
export const confirmedAddressesAfter = (
  db: Db,
  after: number,
  limit: number,
): Promise<{ id: number; email: string }[]> => listConfirmedAfter(db, after, limit)
