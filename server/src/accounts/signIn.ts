import type { AuditActor } from '../access/actor.ts'
import { recordAudit } from '../audit/record.ts'
import { RefusalError } from '../errors.ts'
import type { BrowserClient } from '../http/route.ts'
import { recordFailedSignIn } from '../securityEvents/recordFailedSignIn.ts'
import { recordSecurityEvent } from '../securityEvents/record.ts'
import type { Services } from '../services.ts'
import { knownDevice, makeDeviceToken } from './device.ts'
import { countAttempt, forgiveAttempts } from './limit.ts'
import { verifyPassword } from './password.ts'
import { reportNewDevice } from './reportNewDevice.ts'
import { startSession } from './session.ts'
import { deleteExpiredSessions, deleteSessionByToken } from './sessions/store.ts'
import { findPasswordByEmail, lockUnchangedPassword, updateDeveloper } from './store.ts'
import { suspendedRefusal } from './suspensions/refuseSuspended.ts'
import { isSuspended } from './suspensions/store.ts'
import { hashToken } from './token.ts'

/** Returns the developer as the audit actor, also for requests that started without a known caller. */
export const asDeveloper = (by: AuditActor, id: number): AuditActor => ({
  ...by,
  kind: 'person',
  actor_id: id,
})

/** Checks the password, starts a new session, and ends the browser's earlier one. */
export async function signIn(
  services: Services,
  client: BrowserClient,
  by: AuditActor,
  typed: { email: string; password: string },
): Promise<string> {
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

  const session = await services.db.transaction().execute(async (tx) => {
    // The password may have changed, ending every session, while it was being verified.
    if (!(await lockUnchangedPassword(tx, stored))) return null
    const now = services.now()
    if (client.sessionToken) await deleteSessionByToken(tx, hashToken(client.sessionToken))
    await deleteExpiredSessions(tx, stored.id, now)
    await reportNewDevice(tx, services, client, asDeveloper(by, stored.id), stored.id)
    const developer = await updateDeveloper(tx, stored.id, { last_sign_in_at: now })
    const { address, userAgent } = client
    const started = await startSession(tx, services, developer, { address, userAgent, methods: ['password'] })
    await recordAudit(tx, asDeveloper(by, stored.id), now, {
      action: 'session.started',
      subject: { type: 'session', id: started.id },
    })
    await recordSecurityEvent(tx, services, asDeveloper(by, stored.id), {
      kind: 'sign_in.succeeded',
      developer_id: stored.id,
      client,
    })
    return started
  })
  if (!session) return refuseSignIn(services, client, by, { typed, id: stored.id })
  await forgiveAttempts(services, attempt)
  client.setSessionToken(session.token, session.expiresAt)
  const device = makeDeviceToken(services, stored)
  client.setDeviceToken(device.token, device.expiresAt)
  return session.token
}

/** Records a failed sign-in and refuses it. The answer is the same for every address. */
async function refuseSignIn(
  services: Services,
  client: BrowserClient,
  by: AuditActor,
  { typed, id }: { typed: { email: string }; id: number | null },
): Promise<never> {
  await recordFailedSignIn(services, by, { developer_id: id, client, typed_email: typed.email })
  throw new RefusalError({ code: 'invalid_input', message: 'The email address or password is wrong.' })
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
  const token = client.sessionToken
  if (token) await endSession(services, client, token, by)
  client.clearSessionToken()
}

async function endSession(
  services: Services,
  client: BrowserClient,
  token: string,
  by: AuditActor,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const ended = await deleteSessionByToken(tx, hashToken(token))
    if (!ended) return
    const owner = asDeveloper(by, ended.developer_id)
    await recordAudit(tx, owner, services.now(), {
      action: 'session.ended',
      subject: { type: 'session', id: ended.id },
    })
    await recordSecurityEvent(tx, services, owner, {
      kind: 'session.ended',
      developer_id: ended.developer_id,
      client,
    })
  })
}
