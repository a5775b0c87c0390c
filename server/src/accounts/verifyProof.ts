import type { ConfirmationMethod } from '@trestle/domain/http/confirmation.ts'
import type { Actor } from '../access/actor.ts'
import type { Db, Tx } from '../db/schema.ts'
import { orNotFound, RefusalError } from '../errors.ts'
import type { Services } from '../services.ts'
import { countAttempt, forgiveAttempts } from './limit.ts'
import { verifyPassword } from './password.ts'
import { findPassword, lockUnchangedPassword } from './store.ts'

/** What a caller sends to prove who they are. */
export interface Proof {
  password: string
}

/**
 * Makes sure that a verified proof still holds in the transaction of what it allows: the password may have changed
 * while it was being verified, and a code works only once.
 */
export type ClaimProof = (tx: Tx) => Promise<void>

/** Lists how someone can confirm who they are. */
export async function listConfirmationMethods(_db: Db, _developerId: number): Promise<ConfirmationMethod[]> {
  return ['password']
}

/** Verifies what the caller sent. Counts wrong tries, and refuses too many. */
export async function verifyProof(
  services: Services,
  actor: Actor,
  address: string,
  { password }: Proof,
): Promise<ClaimProof> {
  const attempt = { action: 'password', account: String(actor.id), address } as const
  await countAttempt(services, attempt)
  const stored = orNotFound(await findPassword(services.db, actor.id), 'Account')
  if (!(await verifyPassword(stored.password_hash, password))) return refusePassword()
  await forgiveAttempts(services, attempt)
  return async (tx) => {
    if (!(await lockUnchangedPassword(tx, stored))) refusePassword()
  }
}

function refusePassword(): never {
  const message = "This isn't your password."
  throw new RefusalError({ code: 'invalid_input', message, fields: { password: [message] } })
}
