import type { Actor } from '../access/actor.ts'
import { requireSignedIn } from '../access/lockAccount.ts'
import { requireSession } from '../access/tokenRights.ts'
import { orNotFound, refusalError } from '../errors.ts'
import type { BrowserClient } from '../http/route.ts'
import { sendEmail } from '../mail/send.ts'
import { recordFailure } from '../securityEvents/recordFailure.ts'
import type { Services } from '../services.ts'
import { retireEmailTokens } from './emailTokens/store.ts'
import { makeDeviceToken } from './device.ts'
import { countAttempt, forgiveAttempts } from './limit.ts'
import { lockCallerExclusively } from './lockCallerExclusively.ts'
import { passwordChangedEmail } from './emails.ts'
import { hashPassword, isSamePassword, verifyPassword } from './password.ts'
import { loadPasswordRule } from './passwordRule.ts'
import { recordAccountEvent } from './recordAccountEvent.ts'
import { renewSessionToken, storeRenewed } from './session.ts'
import { deleteSessionsFor } from './sessions/store.ts'
import { findDeveloper, findPassword, lockUnchangedPassword, changeDeveloper } from './store.ts'

function refusePassword(): never {
  throw refusalError('invalid_input', "This isn't your current password.", 'current_password')
}

/** Changes the password of a caller who knows the current one, and ends every other session and reset link. */
export async function changePassword(
  services: Services,
  actor: Actor,
  client: BrowserClient,
  provided: { current_password: string; password: string },
): Promise<void> {
  const attempt = { action: 'password', account: String(actor.id), address: client.address } as const
  await countAttempt(services, attempt)
  const stored = orNotFound(await findPassword(services.db, actor.id), 'Account')
  if (!(await verifyPassword(stored.password_hash, provided.current_password))) {
    await recordFailure(services, actor.audit, {
      kind: 'confirmation.failed',
      developer_id: actor.id,
      client,
    })
    return refusePassword()
  }
  if (isSamePassword(provided.current_password, provided.password)) {
    throw refusalError('invalid_input', 'New password must be different from the current one', 'password')
  }
  const developer = orNotFound(await findDeveloper(services.db, actor.id), 'Account')
  const requireStrong = await loadPasswordRule(services)
  requireStrong(provided.password, developer)
  const passwordHash = await hashPassword(provided.password)
  const renewed = await services.db.transaction().execute(async (tx) => {
    if (!(await lockUnchangedPassword(tx, stored))) return refusePassword()
    await requireSignedIn(tx, actor)
    const now = services.now()
    await changeDeveloper(tx, actor.id, { password_hash: passwordHash })
    await retireEmailTokens(tx, actor.id, 'reset_password', now)
    await deleteSessionsFor(tx, actor.id, requireSession(actor).id)
    await sendEmail(tx, actor.audit, now, passwordChangedEmail(services.settings, developer.email, null))
    await recordAccountEvent(tx, services, actor.audit, {
      action: 'password.changed',
      developer_id: actor.id,
      client,
    })
    return renewSessionToken(tx, services, actor, client)
  })
  await forgiveAttempts(services, attempt)
  storeRenewed(client, renewed)
  const device = makeDeviceToken(services, { id: actor.id, password_hash: passwordHash })
  client.setDeviceToken(device.token, device.expiresAt)
}

/** Signs out every other browser. */
export async function signOutOthers(services: Services, actor: Actor, client: BrowserClient): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    await lockCallerExclusively(tx, actor)
    const ended = await deleteSessionsFor(tx, actor.id, requireSession(actor).id)
    if (ended === 0) return
    await recordAccountEvent(tx, services, actor.audit, {
      action: 'sessions.ended',
      developer_id: actor.id,
      client,
      changes: { other_sessions: [ended, 0] },
      details: { count: ended },
    })
  })
}
