import type { PasskeyAnswer } from '@trestle/domain/accounts/factors/contract.ts'
import { hasSecondFactor } from '@trestle/domain/accounts/factors/rules.ts'
import type { ConfirmationMethod } from '@trestle/domain/http/confirmation.ts'
import type { Actor } from '../access/actor.ts'
import { requireSession } from '../access/tokenRights.ts'
import type { Db, Tx } from '../db/schema.ts'
import { orNotFound, refusalError } from '../errors.ts'
import type { Services } from '../services.ts'
import { loadFactors } from './factors/store.ts'
import { verifyFactor } from './factors/verifyFactor.ts'
import { countAttempt, forgiveAttempts } from './limit.ts'
import { lockCallerExclusively } from './lockCallerExclusively.ts'
import { verifyPassword } from './password.ts'
import { findPassword, lockUnchangedPassword } from './store.ts'

/** One of the proofs that a caller can send of who they are. */
export interface Proof {
  password?: string | undefined
  totp?: string | undefined
  passkey?: PasskeyAnswer | undefined
}

interface VerifiedProof {
  /**
   * Makes sure that the proof still holds in the transaction of the action that it allows: the password may have
   * changed while it was being verified, and a code works only once.
   */
  claim: (tx: Tx) => Promise<void>
  /** Call this after the transaction, so that only wrong attempts count. */
  succeed: () => Promise<void>
}

/** Lists the ways someone can confirm who they are. A password alone isn't enough if they have a second factor. */
export async function listConfirmationMethods(db: Db, developerId: number): Promise<ConfirmationMethod[]> {
  const factors = await loadFactors(db, developerId)
  if (!hasSecondFactor(factors)) return ['password']
  return [...(factors.passkeys > 0 ? ['passkey' as const] : []), ...(factors.totp ? ['totp' as const] : [])]
}

/** Verifies what the caller sent. Counts wrong attempts, and refuses too many. */
export async function verifyProof(
  services: Services,
  actor: Actor,
  address: string,
  { password, ...factor }: Proof,
): Promise<VerifiedProof> {
  if (password === undefined) return verifyFactorProof(services, actor, address, factor)
  const attempt = { action: 'password', account: String(actor.id), address } as const
  await countAttempt(services, attempt)
  const stored = orNotFound(await findPassword(services.db, actor.id), 'Account')
  if (!(await verifyPassword(stored.password_hash, password))) {
    return refusePassword("This isn't your password.")
  }
  return {
    claim: async (tx) => {
      if (!(await lockUnchangedPassword(tx, stored))) refusePassword("This isn't your password.")
      if (hasSecondFactor(await loadFactors(tx, actor.id))) {
        refusePassword('Your password is not enough: use your passkey or your authenticator app.')
      }
    },
    succeed: () => forgiveAttempts(services, attempt),
  }
}

async function verifyFactorProof(
  services: Services,
  actor: Actor,
  address: string,
  factor: Omit<Proof, 'password'>,
): Promise<VerifiedProof> {
  const challengeOwner = {
    purpose: 'confirmation',
    session_id: requireSession(actor).id,
    pending_id: null,
  } as const
  const { claim, succeed } = await verifyFactor(
    services,
    { developerId: actor.id, address, challengeOwner },
    factor,
  )
  return {
    claim: async (tx) => {
      await lockCallerExclusively(tx, actor)
      await claim(tx)
    },
    succeed,
  }
}

function refusePassword(message: string): never {
  throw refusalError('invalid_input', message, 'password')
}
