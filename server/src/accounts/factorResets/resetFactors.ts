import { hasSecondFactor } from '@trestle/domain/accounts/factors/rules.ts'
import { byCommand, byJob, type AuditActor } from '../../access/actor.ts'
import type { Tx } from '../../db/schema.ts'
import { orNotFound } from '../../errors.ts'
import { reopenEach, type JobHandler, type JobPayload } from '../../jobs/kinds.ts'
import { sendEmail } from '../../mail/send.ts'
import type { Services } from '../../services.ts'
import { factorsResetEmail } from '../factors/emails.ts'
import { deleteFactors, loadFactors } from '../factors/store.ts'
import { recordAccountEvent } from '../recordAccountEvent.ts'
import { deleteSessionsFor } from '../sessions/store.ts'
import { findDeveloperByEmail, lockDeveloper, type DeveloperRow } from '../store.ts'
import { cancelGivenUpReset } from './cancelReset.ts'
import { endFactorReset, findFactorReset, findPendingReset } from './store.ts'

type ResetServices = Pick<Services, 'db' | 'now' | 'encryption' | 'settings'>

/** Resets the second factors of a developer whose reset has waited long enough, unless it was canceled. */
export const resetFactorsLater: JobHandler<'factors.reset'> = {
  run: async (services, { factor_reset_id }) => {
    const requested = await findFactorReset(services.db, factor_reset_id)
    if (!requested) return
    await services.db.transaction().execute(async (tx) => {
      const developer = await lockDeveloper(tx, requested.developer_id)
      const pending = await findPendingReset(tx, requested.developer_id)
      if (!developer || pending?.id !== factor_reset_id) return
      // Whatever started the job: the owner has until then to cancel it.
      if (services.now().getTime() < Date.parse(pending.effective_at)) {
        throw new Error(`The reset takes effect at ${pending.effective_at}, not earlier`)
      }
      await reset(tx, services, byJob, developer)
    })
  },
  giveUp: cancelGivenUpReset,
  // The owner got an email that says that the reset is canceled.
  reopen: reopenEach(async (tx, _now, { factor_reset_id }: JobPayload<'factors.reset'>) => {
    const requested = await findFactorReset(tx, factor_reset_id)
    return requested?.canceled_at === null && requested.done_at === null
  }),
}

/** Resets an account's second factors immediately, for operators. */
export async function resetFactors(
  services: ResetServices,
  email: string,
): Promise<'reset' | 'nothing to reset'> {
  return services.db.transaction().execute(async (tx) => {
    const known = orNotFound(await findDeveloperByEmail(tx, email), 'Developer')
    const developer = orNotFound(await lockDeveloper(tx, known.id), 'Developer')
    if (!hasSecondFactor(await loadFactors(tx, developer.id))) return 'nothing to reset'
    await reset(tx, services, byCommand, developer)
    return 'reset'
  })
}

/** Deletes the factors, ends every session, and notifies the owner. This also completes a pending reset. */
async function reset(
  tx: Tx,
  services: Omit<ResetServices, 'db'>,
  by: AuditActor,
  { id, email }: DeveloperRow,
): Promise<void> {
  const now = services.now()
  const pending = await findPendingReset(tx, id)
  if (pending) await endFactorReset(tx, pending.id, { done_at: now })
  await deleteFactors(tx, id)
  await deleteSessionsFor(tx, id, null)
  await sendEmail(tx, by, now, factorsResetEmail(services.settings, email))
  await recordAccountEvent(tx, services, by, { action: 'factors.reset', developer_id: id })
}
