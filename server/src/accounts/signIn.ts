import type { AuditActor } from '../access/actor.ts'
import { recordAudit } from '../audit/record.ts'
import { RefusalError } from '../errors.ts'
import type { BrowserClient } from '../http/route.ts'
import type { Services } from '../services.ts'
import { knownDevice, makeDeviceToken } from './device.ts'
import { countAttempt, forgiveAttempts } from './limit.ts'
import { verifyPassword } from './password.ts'
import { startSession } from './session.ts'
import { deleteExpiredSessions, deleteSessionByToken } from './sessions/store.ts'
import { findPasswordByEmail, lockUnchangedPassword, updateDeveloper } from './store.ts'
import { hashToken } from './token.ts'

/** Returns the developer as the audit actor, also for requests that started without a known caller. */
export const asDeveloper = (by: AuditActor, id: number): AuditActor => ({
  ...by,
  kind: 'person',
  actor_id: id,
})

const wrong = (): never => {
  throw new RefusalError({ code: 'invalid_input', message: 'The email address or password is wrong.' })
}

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
  if (!stored || !isRight) return wrong()

  const session = await services.db.transaction().execute(async (tx) => {
    // The password may have changed, ending every session, while it was being verified.
    if (!(await lockUnchangedPassword(tx, stored))) return wrong()
    const now = services.now()
    if (client.sessionToken) await deleteSessionByToken(tx, hashToken(client.sessionToken))
    await deleteExpiredSessions(tx, stored.id, now)
    const developer = await updateDeveloper(tx, stored.id, { last_sign_in_at: now })
    const { address, userAgent } = client
    const started = await startSession(tx, services, developer, { address, userAgent, methods: ['password'] })
    await recordAudit(tx, asDeveloper(by, stored.id), now, {
      action: 'session.started',
      subject: { type: 'session', id: started.id },
    })
    return started
  })
  await forgiveAttempts(services, attempt)
  client.setSessionToken(session.token, session.expiresAt)
  const device = makeDeviceToken(services, stored)
  client.setDeviceToken(device.token, device.expiresAt)
  return session.token
}

/** Ends this browser's session, if it has one, and clears what the browser stored for the site. */
export async function signOut(services: Services, client: BrowserClient, by: AuditActor): Promise<void> {
  const token = client.sessionToken
  if (token) await endSession(services, token, by)
  client.clearSessionToken()
}

async function endSession(services: Services, token: string, by: AuditActor): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const ended = await deleteSessionByToken(tx, hashToken(token))
    if (!ended) return
    await recordAudit(tx, asDeveloper(by, ended.developer_id), services.now(), {
      action: 'session.ended',
      subject: { type: 'session', id: ended.id },
    })
  })
}
