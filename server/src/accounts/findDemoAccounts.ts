import type { Db } from '../db/schema.ts'

export const demoAccountsProblem =
  'The database contains demo accounts, whose password is known. Use an empty database in the production stage.'

/** Returns whether the database was filled with demo data: its accounts have addresses that can't exist elsewhere. */
export async function hasDemoAccounts(db: Db): Promise<boolean> {
  const account = await db
    .selectFrom('developers')
    .select('id')
    .where('email', 'like', '%@demo.test')
    .limit(1)
    .executeTakeFirst()
  return account !== undefined
}
