import { lockAccount } from '../access/lockAccount.ts'
import type { Tx } from '../db/schema.ts'
import { refusalError } from '../errors.ts'
import { findPerson, type PersonRow } from './store.ts'

/** Locks the account of the developer that a field names, and refuses the field if there is none. */
export async function lockPerson(tx: Tx, id: number, field: string): Promise<PersonRow> {
  const account = await lockAccount(tx, id)
  const person = account && (await findPerson(tx, id))
  if (!person) throw refusalError('invalid_input', "This developer doesn't exist.", field)
  return person
}
