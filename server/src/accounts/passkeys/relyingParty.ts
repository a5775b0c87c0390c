import { refusalError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { consumeChallenge, type ChallengeOwner } from '../challenges/store.ts'
import { hashToken } from '../token.ts'

/** Loads the library when the first passkey is used, because it takes 0.15 s and 25 MB. */
export const loadWebauthn = () => import('@simplewebauthn/server')

/** Returns the host that passkeys belong to, and the address that may ask for them. */
export function relyingParty({ settings }: Pick<Services, 'settings'>): { id: string; origin: string } {
  const { hostname, origin } = new URL(settings.PUBLIC_URL)
  return { id: hostname, origin }
}

export function refusePasskey(message: string): never {
  throw refusalError('invalid_input', message, 'passkey')
}

/** Consumes the challenge that a browser's answer contains, and returns it. It is gone even if the answer is wrong. */
export async function redeemChallenge(
  { db, now }: Pick<Services, 'db' | 'now'>,
  owner: ChallengeOwner,
  clientDataJSON: string,
): Promise<string> {
  const challenge = await readChallenge(clientDataJSON)
  if (challenge !== null && (await consumeChallenge(db, hashToken(challenge), owner, now()))) return challenge
  return refusePasskey('The request for a passkey has expired or was used before. Try again.')
}

async function readChallenge(clientDataJSON: string): Promise<string | null> {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers')
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON)
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}
