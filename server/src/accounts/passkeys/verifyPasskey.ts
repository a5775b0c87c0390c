import type { PasskeyAnswer } from '@trestle/domain/accounts/factors/contract.ts'
import type { Tx } from '../../db/schema.ts'
import type { Services } from '../../services.ts'
import type { ChallengeOwner } from '../challenges/store.ts'
import { loadWebauthn, refusePasskey, relyingParty, redeemChallenge } from './relyingParty.ts'
import { findPasskeyByCredential, findWebauthnUser, markPasskeyUsed, type PasskeyRow } from './store.ts'

const wrong = "This passkey can't be used for this account. Try another one."

interface VerifiedPasskey {
  developerId: number
  /** Records the use. Refuses a passkey that has been removed since. The developer must be locked. */
  claim: (tx: Tx) => Promise<void>
}

/** Verifies a passkey's answer to one of our challenges, before the transaction that depends on it. */
export async function verifyPasskey(
  services: Services,
  owner: ChallengeOwner,
  answer: PasskeyAnswer,
): Promise<VerifiedPasskey> {
  const expectedChallenge = await redeemChallenge(services, owner, answer.response.clientDataJSON)
  const passkey = await findPasskeyByCredential(services.db, Buffer.from(answer.id, 'base64url'))
  if (!passkey || !(await belongsTo(services, passkey, answer))) return refusePasskey(wrong)
  const verified = await verifySignature(services, passkey, answer, expectedChallenge)
  if (!verified) return refusePasskey(wrong)
  if (verified.counter < passkey.counter) {
    // Synchronized passkeys always send 0, so this doesn't prove a copy.
    services.log.warn({ passkey: passkey.id }, 'a passkey has a lower counter than before')
  }
  return {
    developerId: passkey.developer_id,
    claim: async (tx) => {
      if (!(await markPasskeyUsed(tx, passkey.id, { ...verified, at: services.now() }))) refusePasskey(wrong)
    },
  }
}

/** Returns whether the person that the authenticator names, if any, owns the passkey. */
async function belongsTo(
  { db }: Services,
  passkey: PasskeyRow,
  { response: { userHandle } }: PasskeyAnswer,
): Promise<boolean> {
  if (userHandle === undefined) return true
  const owner = await findWebauthnUser(db, passkey.developer_id)
  return owner?.equals(Buffer.from(userHandle, 'base64url')) ?? false
}

async function verifySignature(
  services: Services,
  passkey: PasskeyRow,
  answer: PasskeyAnswer,
  expectedChallenge: string,
): Promise<{ counter: number; backed_up: boolean } | null> {
  const { id, origin } = relyingParty(services)
  const { verifyAuthenticationResponse } = await loadWebauthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: withoutUndefined(answer),
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: answer.id,
        publicKey: Uint8Array.from(passkey.public_key),
        // The library refuses a lower counter.
        counter: 0,
      },
    })
    const { newCounter, credentialBackedUp } = authenticationInfo
    return verified ? { counter: newCounter, backed_up: credentialBackedUp } : null
  } catch (error) {
    services.log.info({ err: error }, 'a passkey could not be verified')
    return null
  }
}

function withoutUndefined({ response, ...answer }: PasskeyAnswer) {
  const { userHandle, ...signed } = response
  return { ...answer, response: { ...signed, ...(userHandle !== undefined && { userHandle }) } }
}
