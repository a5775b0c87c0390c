import type { Db } from '../db/schema.ts'
import { findDeveloperOfDomain } from './store.ts'

export const demoAccountsProblem =
  'The database contains demo accounts, whose password is known. Use an empty database in the production stage.'

/** Returns whether the database was filled with demo data: demo accounts have addresses that can't exist elsewhere. */
export const hasDemoAccounts = async (db: Db): Promise<boolean> =>
  (await findDeveloperOfDomain(db, 'demo.test')) !== undefined
