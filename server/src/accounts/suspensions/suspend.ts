import type { AdminDeveloper } from '@trestle/domain/accounts/contract.ts'
import { decideRestoration, decideSuspension } from '@trestle/domain/accounts/suspensions/rules.ts'
import type { Actor, AuditActor } from '../../access/actor.ts'
import { recordAudit } from '../../audit/record.ts'
import type { Tx } from '../../db/schema.ts'
import { unwrap } from '../../errors.ts'
import { sendEmail } from '../../mail/send.ts'
import { recordSecurityEvent } from '../../securityEvents/record.ts'
import type { Services } from '../../services.ts'
import { restoredEmail, suspendedEmail } from '../emails.ts'
import { cancelPendingReset } from '../factorResets/cancelReset.ts'
import { issueEmailToken } from '../emailToken.ts'
import { lockDeveloperForStaff } from '../lockDeveloperForStaff.ts'
import { hashUnknownPassword } from '../password.ts'
import { recordAccountEvent } from '../recordAccountEvent.ts'
import { deleteSessionsFor } from '../sessions/store.ts'
import { changeDeveloper, type DeveloperRow } from '../store.ts'
import { getDeveloper } from '../updateDeveloper.ts'
import { deleteSuspension, findSuspension, insertSuspension } from './store.ts'

/** Ends everything that acts for a developer or is waiting to be sent to them. The developer must be locked. */
export type EndAccess = (
  tx: Tx,
  services: Services,
  by: AuditActor,
  developer: Pick<DeveloperRow, 'id' | 'email'>,
) => Promise<void>

/**
 * Suspends a developer with immediate effect on every server, because each request looks up the session in the
 * database.
 */
export function suspendDeveloper(
  services: Services,
  actor: Actor,
  { id, reason }: { id: number; reason: string },
  endAccess: EndAccess,
): Promise<AdminDeveloper> {
  return services.db.transaction().execute(async (tx) => {
    const { developer, isSuspended, adminIds } = await lockDeveloperForStaff(tx, actor, id)
    unwrap(decideSuspension({ id, isSuspended }, actor, adminIds))
    const now = services.now()
    await insertSuspension(tx, { developer_id: id, reason, suspended_by: actor.id, suspended_at: now })
    await endAccess(tx, services, actor.audit, developer)
    // Its owner gets no emails now, and the link in an unsent one would be the way to cancel it.
    await cancelPendingReset(tx, services, actor.audit, developer)
    await sendEmail(tx, actor.audit, now, suspendedEmail(services.settings, developer.email, reason))
    await recordSecurityEvent(tx, services, actor.audit, { kind: 'account.suspended', developer_id: id })
    await recordAudit(tx, actor.audit, now, {
      action: 'developer.suspended',
      subject: { type: 'developer', id },
      changes: { suspension_reason: [null, reason] },
    })
    return getDeveloper(tx, id, now)
  })
}

interface Restoration {
  id: number
  reason: string | undefined
  /** Whether the password stops working, because someone else may know it (decision 53). */
  endsPassword: boolean
}

/** Lets a suspended developer sign in again. Everything that the suspension ended stays ended. */
export async function restoreDeveloper(
  services: Services,
  actor: Actor,
  { id, reason, endsPassword }: Restoration,
): Promise<AdminDeveloper> {
  // Hash before the transaction, which must stay short.
  const passwordHash = endsPassword ? await hashUnknownPassword(services) : null
  return services.db.transaction().execute(async (tx) => {
    const { developer, isSuspended, adminIds } = await lockDeveloperForStaff(tx, actor, id)
    unwrap(decideRestoration({ id, isSuspended }, actor, adminIds))
    const now = services.now()
    const ended = await findSuspension(tx, id)
    await deleteSuspension(tx, id)
    await recordSecurityEvent(tx, services, actor.audit, { kind: 'account.restored', developer_id: id })
    await recordAudit(tx, actor.audit, now, {
      action: 'developer.restored',
      subject: { type: 'developer', id },
      changes: { suspension_reason: [ended?.reason, null], ...(reason && { reason: [null, reason] }) },
    })
    const resetToken =
      passwordHash === null ? null : await endPassword(tx, services, actor, { id, passwordHash })
    await sendEmail(tx, actor.audit, now, restoredEmail(services.settings, developer.email, resetToken))
    return getDeveloper(tx, id, now)
  })
}

/** Replaces a developer's password, and returns the token of the link for a new one. */
async function endPassword(
  tx: Tx,
  services: Services,
  { audit: by }: Actor,
  { id, passwordHash }: { id: number; passwordHash: string },
): Promise<string> {
  await changeDeveloper(tx, id, { password_hash: passwordHash })
  await deleteSessionsFor(tx, id, null)
  await recordAccountEvent(tx, services, by, { action: 'password.ended', developer_id: id })
  return issueEmailToken(tx, services, id, 'reset_password')
}
