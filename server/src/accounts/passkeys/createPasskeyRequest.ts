import type {
  createPasskeyRequest as endpoint,
  passkeyPurposes,
} from '@trestle/domain/accounts/factors/contract.ts'
import type { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import { requireSession } from '../../access/tokenRights.ts'
import { refusalError } from '../../errors.ts'
import type { BrowserClient } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { challengeMs, createChallenge } from '../challenges/createChallenge.ts'
import type { ChallengeOwner } from '../challenges/store.ts'
import { requirePendingSignIn } from '../pendingSignIns/finishSignIn.ts'
import { relyingParty } from './relyingParty.ts'
import { listPasskeys } from './store.ts'

type Purpose = (typeof passkeyPurposes)[number]

/** Returns the options for a browser to ask for a passkey: any, or one of the person who must prove who they are. */
export async function createPasskeyRequest(
  services: Services,
  actor: Actor | null,
  client: BrowserClient,
  purpose: Purpose,
): Promise<z.output<typeof endpoint.reply>> {
  const { owner, developerId } = await findOwner(services, actor, client, purpose)
  const challenge = await createChallenge(services, owner)
  const passkeys = developerId === null ? null : await listPasskeys(services.db, developerId)
  return {
    challenge: Buffer.from(challenge).toString('base64url'),
    rpId: relyingParty(services).id,
    timeout: challengeMs,
    userVerification: 'required',
    ...(passkeys && {
      allowCredentials: passkeys.map(({ credential_id, transports }) => ({
        id: credential_id.toString('base64url'),
        type: 'public-key' as const,
        transports,
      })),
    }),
  }
}

async function findOwner(
  services: Services,
  actor: Actor | null,
  client: BrowserClient,
  purpose: Purpose,
): Promise<{ owner: ChallengeOwner; developerId: number | null }> {
  const unowned = { purpose, session_id: null, pending_id: null }
  if (purpose === 'sign_in') return { owner: unowned, developerId: null }
  if (purpose === 'second_factor') {
    const { id, developer_id } = await requirePendingSignIn(services, client)
    return { owner: { ...unowned, pending_id: id }, developerId: developer_id }
  }
  if (!actor) throw refusalError('not_signed_in', 'Sign in to continue.')
  return { owner: { ...unowned, session_id: requireSession(actor).id }, developerId: actor.id }
}
