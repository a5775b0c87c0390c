import { byJob, type Actor, type AuditActor } from '../../access/actor.ts'
import { requireAdmin } from '../../access/lockAccount.ts'
import type { Tx } from '../../db/schema.ts'
import { orNotFound, refusalError } from '../../errors.ts'
import type { BrowserClient } from '../../http/route.ts'
import type { JobPayload } from '../../jobs/kinds.ts'
import { sendEmail } from '../../mail/send.ts'
import type { Services } from '../../services.ts'
import { resetCanceledEmail } from '../factors/emails.ts'
import { countAttempt } from '../limit.ts'
import { lockCallerExclusively } from '../lockCallerExclusively.ts'
import { recordAccountEvent } from '../recordAccountEvent.ts'
import { lockDeveloper, type DeveloperRow } from '../store.ts'
import { hashToken } from '../token.ts'
import { endFactorReset, findFactorReset, findFactorResetByToken, findPendingReset } from './store.ts'

/** Cancels the reset of someone's second factors, for staff. */
export async function cancelFactorReset(
  services: Services,
  actor: Actor,
  { id, reason }: { id: number; reason: string | undefined },
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const developer = orNotFound(await lockDeveloper(tx, id), 'Developer')
    await requireAdmin(tx, actor)
    if (!(await cancelPendingReset(tx, services, actor.audit, developer, { reason }))) {
      const message =
        "No reset of this developer's second factors is pending. It may have been canceled already."
      throw refusalError('not_found', message)
    }
  })
}

/** Cancels the reset of the caller's own factors. The call asks for a fresh confirmation by one of them. */
export async function cancelOwnFactorReset(
  services: Services,
  actor: Actor,
  client: BrowserClient,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const developer = await lockCallerExclusively(tx, actor)
    if (!(await cancelPendingReset(tx, services, actor.audit, developer, { client }))) {
      const message = 'No reset of your second factors is pending. It may have been canceled already.'
      throw refusalError('not_found', message)
    }
  })
}

const deadLink = 'The reset was canceled already, or it took effect.'

/** Returns when a link's reset takes effect, so that its page knows whether it can still be canceled. */
export async function readFactorResetRejection(
  { db }: Services,
  token: string,
): Promise<{ reset_at: string }> {
  const reset = await findFactorResetByToken(db, hashToken(token))
  if (!reset || reset.canceled_at !== null || reset.done_at !== null) {
    throw refusalError('not_found', deadLink)
  }
  return { reset_at: reset.effective_at }
}

/**
 * Cancels the reset with the link from the email, which its owner can open without signing in. The link doesn't prove
 * who opens it.
 */
export async function rejectFactorReset(
  services: Services,
  client: BrowserClient,
  by: AuditActor,
  token: string,
): Promise<void> {
  await countAttempt(services, { action: 'reset_link', address: client.address })
  const hash = hashToken(token)
  await services.db.transaction().execute(async (tx) => {
    const { developer_id } = (await findFactorResetByToken(tx, hash)) ?? refuseLink()
    const developer = await lockDeveloper(tx, developer_id)
    const pending = await findPendingReset(tx, developer_id)
    if (!developer || !pending?.token_hash.equals(hash)) return refuseLink()
    await cancelPendingReset(tx, services, by, developer, { client })
  })
}

function refuseLink(): never {
  throw refusalError('invalid_input', deadLink, 'token')
}

/** Cancels a reset whose job was canceled or failed permanently, because nothing else would end it. */
export async function cancelGivenUpReset(
  services: Services,
  { factor_reset_id: id }: JobPayload<'factors.reset'>,
): Promise<void> {
  const requested = await findFactorReset(services.db, id)
  if (!requested) return
  await services.db.transaction().execute(async (tx) => {
    const developer = await lockDeveloper(tx, requested.developer_id)
    const pending = await findPendingReset(tx, requested.developer_id)
    if (developer && pending?.id === id) await cancelPendingReset(tx, services, byJob, developer)
  })
}

/** Cancels the pending reset, and returns whether there was one. The developer must be locked. */
export async function cancelPendingReset(
  tx: Tx,
  services: Services,
  by: AuditActor,
  { id, email }: Pick<DeveloperRow, 'id' | 'email'>,
  { client, reason }: { client?: BrowserClient; reason?: string | undefined } = {},
): Promise<boolean> {
  const pending = await findPendingReset(tx, id)
  if (!pending) return false
  const now = services.now()
  await endFactorReset(tx, pending.id, { canceled_at: now })
  await sendEmail(tx, by, now, resetCanceledEmail(services.settings, email))
  await recordAccountEvent(tx, services, by, {
    action: 'factor_reset.canceled',
    developer_id: id,
    ...(client && { client }),
    ...(reason && { changes: { reason: [null, reason] } }),
  })
  return true
}
