import type { SecondFactorInput } from '@trestle/domain/accounts/factors/contract.ts'
import type { AuditActor } from '../../access/actor.ts'
import type { Tx } from '../../db/schema.ts'
import { RefusalError, refusalError } from '../../errors.ts'
import type { BrowserClient } from '../../http/route.ts'
import { sendEmail } from '../../mail/send.ts'
import { recordFailure } from '../../securityEvents/recordFailure.ts'
import type { Services } from '../../services.ts'
import { recoveryCodeUsedEmail } from '../factors/emails.ts'
import { loadFactors } from '../factors/store.ts'
import { verifyFactor } from '../factors/verifyFactor.ts'
import { asDeveloper, openSession, storeSession, type OpenedSession, type SignedIn } from '../openSession.ts'
import { recordAccountEvent } from '../recordAccountEvent.ts'
import { lockDeveloper, type DeveloperRow } from '../store.ts'
import { hashToken } from '../token.ts'
import { deletePendingSignIn, findPendingSignIn, type PendingSignInRow } from './store.ts'

function refuseExpired(): never {
  throw refusalError(
    'not_signed_in',
    'The second step of your sign-in has expired. Enter your password again.',
  )
}

/** Returns this browser's sign-in that waits for a second factor, or refuses. */
export async function requirePendingSignIn(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { pendingToken }: Pick<BrowserClient, 'pendingToken'>,
): Promise<PendingSignInRow> {
  const pending = pendingToken ? await findPendingSignIn(db, hashToken(pendingToken), now()) : undefined
  return pending ?? refuseExpired()
}

/** Finishes a sign-in with a second factor. */
export async function finishSignIn(
  services: Services,
  client: BrowserClient,
  visitor: AuditActor,
  input: SecondFactorInput,
): Promise<SignedIn> {
  const pending = await requirePendingSignIn(services, client)
  const by = asDeveloper(visitor, pending.developer_id)
  const session = await startWithFactor(services, client, by, pending, input).catch(
    async (error: unknown) => {
      if (error instanceof RefusalError && error.code === 'invalid_input') {
        const { developer_id } = pending
        await recordFailure(services, by, { kind: 'second_factor.failed', developer_id, client })
      }
      throw error
    },
  )
  return storeSession(services, client, session)
}

/** Starts the session of someone whose second factor is right. */
async function startWithFactor(
  services: Services,
  client: BrowserClient,
  by: AuditActor,
  pending: PendingSignInRow,
  input: SecondFactorInput,
): Promise<OpenedSession> {
  const factor = await verifyFactor(
    services,
    {
      developerId: pending.developer_id,
      address: client.address,
      challengeOwner: { purpose: 'second_factor', session_id: null, pending_id: pending.id },
    },
    input,
  )
  const session = await services.db.transaction().execute(async (tx) => {
    const developer = await lockDeveloper(tx, pending.developer_id)
    // The account, the password or the factors may have changed since the first step.
    if (!developer || !(await deletePendingSignIn(tx, pending.id))) return refuseExpired()
    await factor.claim(tx)
    if (factor.method === 'recovery_code') await reportRecoveryCode(tx, services, client, by, developer)
    return openSession(tx, services, client, by, developer, ['password', factor.method])
  })
  await factor.succeed()
  return session
}

async function reportRecoveryCode(
  tx: Tx,
  services: Services,
  client: BrowserClient,
  by: AuditActor,
  { id, email }: DeveloperRow,
): Promise<void> {
  const { recoveryCodes } = await loadFactors(tx, id)
  const now = services.now()
  await sendEmail(tx, by, now, recoveryCodeUsedEmail(services.settings, email, recoveryCodes))
  await recordAccountEvent(tx, services, by, {
    action: 'recovery_code.used',
    developer_id: id,
    client,
    changes: { recovery_codes_left: [recoveryCodes + 1, recoveryCodes] },
  })
}
