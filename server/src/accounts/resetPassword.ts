import type { RemovedAccess } from '@trestle/domain/accounts/emailChanges/contract.ts'
import type { Actor, AuditActor } from '../access/actor.ts'
import type { Tx } from '../db/schema.ts'
import type { BrowserClient } from '../http/route.ts'
import { sendEmail } from '../mail/send.ts'
import type { Services } from '../services.ts'
import { cancelAllChanges } from './emailChanges/store.ts'
import { recordAccountEvent } from './recordAccountEvent.ts'
import type { EndAccessSince } from './removedAccess.ts'
import { consumeEmailToken, issueEmailToken } from './emailToken.ts'
import { retireEmailTokens } from './emailTokens/store.ts'
import { removeFactorsSince } from './factors/removeFactorsSince.ts'
import { countAttempt, forgiveAccount } from './limit.ts'
import { passwordChangedEmail, resetEmail } from './emails.ts'
import { hashPassword } from './password.ts'
import { loadPasswordRule } from './passwordRule.ts'
import { deleteSessionsFor } from './sessions/store.ts'
import { asDeveloper } from './openSession.ts'
import { findDeveloperByEmail, lockDeveloper, changeDeveloper, type DeveloperRow } from './store.ts'
import { isSuspended } from './suspensions/store.ts'
import { withMinimumDuration } from './timing.ts'

/** Emails a link to choose a new password if the address is registered. The caller can't tell. */
export async function requestReset(
  services: Services,
  client: BrowserClient,
  by: AuditActor,
  email: string,
): Promise<void> {
  await countAttempt(services, { action: 'password_reset', account: email, address: client.address })
  await withMinimumDuration(async () => {
    await services.db.transaction().execute(async (tx) => {
      const known = await findDeveloperByEmail(tx, email)
      const developer = known && (await lockDeveloper(tx, known.id))
      if (!developer || (await isSuspended(tx, developer.id))) return
      const token = await issueEmailToken(tx, services, developer.id, 'reset_password')
      await sendEmail(tx, by, services.now(), resetEmail(services.settings, email, token))
      await recordAccountEvent(tx, services, by, {
        action: 'password_reset.requested',
        developer_id: developer.id,
        client,
      })
    })
  })
}

/**
 * Sets a new password with the link of the reset email, which also proves the address, and ends every session. If no
 * one had confirmed the address, someone else may have used the account, so any access that they added ends as well.
 */
export async function resetPassword(
  services: Services,
  actor: Actor | null,
  client: BrowserClient,
  by: AuditActor,
  provided: { token: string; password: string },
  endAccessSince: EndAccessSince,
): Promise<void> {
  const { address } = client
  await countAttempt(services, { action: 'reset_link', address })
  const requireStrong = await loadPasswordRule(services)
  // Hash before the transaction, which must stay short: it occupies the embedded database's only connection.
  const passwordHash = await hashPassword(provided.password)
  const developer = await services.db.transaction().execute(async (tx) => {
    const developer = await consumeEmailToken(tx, services, 'reset_password', provided.token)
    const { id } = developer
    const byOwner = asDeveloper(by, id)
    requireStrong(provided.password, developer)
    const now = services.now()
    const isNewlyConfirmed = developer.email_confirmed_at === null
    await changeDeveloper(tx, id, {
      password_hash: passwordHash,
      ...(isNewlyConfirmed && { email_confirmed_at: now, updated_at: now }),
    })
    await retireEmailTokens(tx, id, null, now)
    await deleteSessionsFor(tx, id, null)
    await recordAccountEvent(tx, services, byOwner, {
      action: 'password.reset',
      developer_id: id,
      client,
      ...(isNewlyConfirmed && { changes: { email_confirmed_at: [null, now.toISOString()] } }),
    })
    const removed = isNewlyConfirmed
      ? await endUnconfirmedAccess(tx, services, client, byOwner, developer, endAccessSince)
      : null
    await sendEmail(tx, by, now, passwordChangedEmail(services.settings, developer.email, removed))
    return developer
  })
  await forgiveAccount(services, { action: 'sign_in', account: developer.email, address })
  if (actor?.id === developer.id) client.clearSessionToken()
}

/** Ends access that was added before anyone had confirmed the address, and cancels changes of it. */
async function endUnconfirmedAccess(
  tx: Tx,
  services: Services,
  client: BrowserClient,
  by: AuditActor,
  { id, created_at, email_changed_at }: DeveloperRow,
  endAccessSince: EndAccessSince,
): Promise<RemovedAccess> {
  await cancelAllChanges(tx, id, services.now())
  // Only staff give an account an unconfirmed address later. Its factors from before then still protect it.
  const since = email_changed_at ?? created_at
  return {
    ...(await removeFactorsSince(tx, services, client, by, id, since)),
    ...(await endAccessSince(tx, services, client, by, id, since)),
  }
}
