import type { Tx } from '../db/schema.ts'
import { listRecordedAddresses, redactEvents } from './store.ts'

interface Person {
  id: number
  email: string
}

/** Lists the present address of a developer and, as far as the audit log goes back, their earlier ones. */
export async function listAddresses(tx: Tx, { id, email }: Person): Promise<string[]> {
  return [...new Set([email, ...(await listRecordedAddresses(tx, id))])]
}

/**
 * Removes what says who a developer was from the changes in the audit log, whose entries stay. Returns how many entries
 * had such values.
 */
export const removePersonalValues = (tx: Tx, id: number, addresses: string[]): Promise<number> =>
  redactEvents(tx, id, addresses)
