import type { Tx } from '../db/schema.ts'
import { listRecordedAddresses, redactEvents } from './store.ts'

interface Person {
  id: number
  email: string
}

/** Lists a developer's current address and, as far back as the audit log goes, their earlier ones. */
export async function listAddresses(tx: Tx, { id, email }: Person): Promise<string[]> {
  return [...new Set([email, ...(await listRecordedAddresses(tx, id))])]
}

/**
 * Removes the values that identify a developer from the changes in the audit log. The entries stay. Returns how many
 * had such values.
 */
export const removePersonalValues = (tx: Tx, id: number, addresses: string[]): Promise<number> =>
  redactEvents(tx, id, addresses)
