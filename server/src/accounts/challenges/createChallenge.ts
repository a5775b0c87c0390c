import { minuteMs } from '@trestle/domain/time/durations.ts'
import { refuseEndedSession } from '../../access/lockAccount.ts'
import type { Services } from '../../services.ts'
import { hashToken } from '../token.ts'
import { insertChallenge, isForEnded, type ChallengeOwner } from './store.ts'

const challengeBytes = 32
const challengeMinutes = 5

export const challengeMs = challengeMinutes * minuteMs

/** Creates the challenge that an authenticator must sign. Only its hash is stored. */
export async function createChallenge(
  { db, now, random }: Pick<Services, 'db' | 'now' | 'random'>,
  owner: ChallengeOwner,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = Uint8Array.from(random(challengeBytes))
  await insertChallenge(db, {
    ...owner,
    // The browser sends it back in this form.
    challenge_hash: hashToken(Buffer.from(challenge).toString('base64url')),
    expires_at: new Date(now().getTime() + challengeMs),
  }).catch((error: unknown) => {
    if (isForEnded(error)) refuseEndedSession()
    throw error
  })
  return challenge
}
