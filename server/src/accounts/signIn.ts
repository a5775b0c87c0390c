import type { PasskeyAnswer } from '@trestle/domain/accounts/factors/contract.ts'
import { hasSecondFactor } from '@trestle/domain/accounts/factors/rules.ts'
import type { AuditActor } from '../access/actor.ts'
import { orNotFound, RefusalError, refusalError } from '../errors.ts'
import type { BrowserClient } from '../http/route.ts'
import { recordFailure } from '../securityEvents/recordFailure.ts'
import { recordSecurityEvent } from '../securityEvents/record.ts'
import type { Services } from '../services.ts'
import { knownDevice } from './device.ts'
import { loadFactors } from './factors/store.ts'
import { countAttempt, forgiveAttempts, takeBackAttempts } from './limit.ts'
import { asDeveloper, openSession, storeSession, type SignedIn } from './openSession.ts'
import { verifyPassword } from './password.ts'
import { verifyPasskey } from './passkeys/verifyPasskey.ts'
import { startPendingSignIn } from './pendingSignIns/startPendingSignIn.ts'
import { deletePendingSignInByToken } from './pendingSignIns/store.ts'
import { recordAccountEvent } from './recordAccountEvent.ts'
import { deleteSessionByToken, lockAccountOfSession } from './sessions/store.ts'
import { findPasswordByEmail, lockDeveloper, lockUnchangedPassword } from './store.ts'
import { suspendedRefusal } from './suspensions/refuseSuspended.ts'
import { isSuspended } from './suspensions/store.ts'
import { hashToken } from './token.ts'

/** Signs in with a passkey, or with a password and perhaps a second step. */
export async function signIn(
  services: Services,
  client: BrowserClient,
  by: AuditActor,
  typed: { email?: string | undefined; password?: string | undefined; passkey?: PasskeyAnswer | undefined },
): Promise<SignedIn> {
  const { email = '', password = '', passkey } = typed
  return passkey
    ? signInWithPasskey(services, client, by, passkey)
    : signInWithPassword(services, client, by, { email, password })
}

/** Checks the password, then starts a session, or the second step if the account has a second factor. */
async function signInWithPassword(
  services: Services,
  client: BrowserClient,
  by: AuditActor,
  typed: { email: string; password: string },
): Promise<SignedIn> {
  const stored = await findPasswordByEmail(services.db, typed.email)
  const attempt = {
    action: 'sign_in',
    account: typed.email,
    address: client.address,
    device: knownDevice(stored, client.deviceToken),
  } as const
  await countAttempt(services, attempt)
  const isRight = await verifyPassword(stored?.password_hash, typed.password)
  if (!stored || !isRight) return refuseSignIn(services, client, by, { typed, id: stored?.id ?? null })
  if (await isSuspended(services.db, stored.id)) return refuseSuspendedSignIn(services, client, by, stored.id)

  const started = await services.db.transaction().execute(async (tx) => {
    // The password may have changed, ending every session, while it was being verified.
    if (!(await lockUnchangedPassword(tx, stored))) return null
    if (hasSecondFactor(await loadFactors(tx, stored.id))) {
      if (client.sessionToken) await deleteSessionByToken(tx, hashToken(client.sessionToken))
      return { pending: await startPendingSignIn(tx, services, stored.id) }
    }
    return {
      session: await openSession(tx, services, client, asDeveloper(by, stored.id), stored, ['password']),
    }
  })
  if (!started) return refuseSignIn(services, client, by, { typed, id: stored.id })
  await forgiveAttempts(services, attempt)
  if (started.session) return storeSession(services, client, started.session)
  const { token, expiresAt } = started.pending
  client.setPendingToken(token, expiresAt)
  return { token, isPending: true }
}

/** Signs in with a passkey alone: it proves possession of a device, and the device verified the person. */
async function signInWithPasskey(
  services: Services,
  client: BrowserClient,
  by: AuditActor,
  answer: PasskeyAnswer,
): Promise<SignedIn> {
  const owner = { purpose: 'sign_in', session_id: null, pending_id: null } as const
  const attempt = { action: 'sign_in', address: client.address } as const
  await countAttempt(services, attempt)
  const { developerId, claim } = await verifyPasskey(services, owner, answer).catch(
    async (error: unknown) => {
      if (error instanceof RefusalError) {
        await recordFailure(services, by, { kind: 'sign_in.failed', developer_id: null, client })
      }
      throw error
    },
  )
  if (await isSuspended(services.db, developerId)) {
    return refuseSuspendedSignIn(services, client, by, developerId)
  }
  const session = await services.db.transaction().execute(async (tx) => {
    const developer = orNotFound(await lockDeveloper(tx, developerId), 'Account')
    await claim(tx)
    return openSession(tx, services, client, asDeveloper(by, developerId), developer, ['passkey'])
  })
  await takeBackAttempts(services, attempt)
  return storeSession(services, client, session)
}

/** Records a failed sign-in and refuses it. The reply is the same for every address. */
async function refuseSignIn(
  services: Services,
  client: BrowserClient,
  by: AuditActor,
  { typed, id }: { typed: { email: string }; id: number | null },
): Promise<never> {
  await recordFailure(services, by, {
    kind: 'sign_in.failed',
    developer_id: id,
    client,
    typed_email: typed.email,
  })
  throw refusalError('invalid_input', 'The email address or password is wrong.')
}

/** Only someone with the right password learns that the account is suspended. */
async function refuseSuspendedSignIn(
  services: Services,
  client: BrowserClient,
  by: AuditActor,
  id: number,
): Promise<never> {
  await recordSecurityEvent(services.db, services, by, {
    kind: 'sign_in.refused',
    developer_id: id,
    client,
  })
  throw suspendedRefusal(services.settings)
}

/** Ends this browser's session, if it has one, and clears what the browser stored for the site. */
export async function signOut(services: Services, client: BrowserClient, by: AuditActor): Promise<void> {
  const { sessionToken, pendingToken } = client
  if (sessionToken) await endSessionByToken(services, client, by, sessionToken)
  if (pendingToken) await deletePendingSignInByToken(services.db, hashToken(pendingToken))
  client.clearSessionToken()
}

async function endSessionByToken(
  services: Services,
  client: BrowserClient,
  by: AuditActor,
  token: string,
): Promise<void> {
  const tokenHash = hashToken(token)
  await services.db.transaction().execute(async (tx) => {
    // Locks the account first, as does everything that ends all of its sessions.
    await lockAccountOfSession(tx, tokenHash)
    const ended = await deleteSessionByToken(tx, tokenHash)
    if (!ended) return
    const owner = asDeveloper(by, ended.developer_id)
    await recordAccountEvent(tx, services, owner, {
      action: 'session.ended',
      developer_id: ended.developer_id,
      subject: { type: 'session', id: ended.id },
      client,
    })
  })
}
