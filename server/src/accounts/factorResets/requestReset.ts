import type { FactorReset } from '@trestle/domain/accounts/factors/contract.ts'
import { decideFactorReset, factorResetHours } from '@trestle/domain/accounts/factors/rules.ts'
import { hourMs } from '@trestle/domain/time/durations.ts'
import type { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import { requireAdmin } from '../../access/lockAccount.ts'
import { orNotFound, refusalError, unwrap } from '../../errors.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { sendEmail } from '../../mail/send.ts'
import type { Services } from '../../services.ts'
import { resetRequestedEmail } from '../factors/emails.ts'
import { loadFactors } from '../factors/store.ts'
import { recordAccountEvent } from '../recordAccountEvent.ts'
import { lockDeveloper } from '../store.ts'
import { isSuspended } from '../suspensions/store.ts'
import { hashToken, makeToken } from '../token.ts'
import { insertFactorReset, type FactorResetRow } from './store.ts'

const waitMs = factorResetHours * hourMs

export const presentReset = ({
  reason,
  requested_at,
  effective_at,
}: FactorResetRow): z.output<typeof FactorReset> => ({ reason, requested_at, effective_at })

/** Requests a reset of someone's second factors, for staff. They get an email whose link cancels it. */
export async function requestFactorReset(
  services: Services,
  actor: Actor,
  { id, reason }: { id: number; reason: string },
): Promise<z.output<typeof FactorReset>> {
  return services.db.transaction().execute(async (tx) => {
    const developer = orNotFound(await lockDeveloper(tx, id), 'Developer')
    await requireAdmin(tx, actor)
    const now = services.now()
    const target = { ...developer, isSuspended: await isSuspended(tx, id) }
    unwrap(decideFactorReset(target, actor, await loadFactors(tx, id), now.getTime()))
    const token = makeToken(services.random)
    const reset = await insertFactorReset(tx, {
      developer_id: id,
      reason,
      requested_by: actor.id,
      requested_at: now,
      effective_at: new Date(now.getTime() + waitMs),
      token_hash: hashToken(token),
    })
    if (!reset) {
      throw refusalError('conflict', "A reset of this developer's second factors is already pending.")
    }
    await enqueue(tx, now, {
      kind: 'factors.reset',
      key: String(reset.id),
      payload: { factor_reset_id: reset.id },
      delayMs: waitMs,
    })
    await sendEmail(tx, actor.audit, now, resetRequestedEmail(services.settings, developer.email, token))
    await recordAccountEvent(tx, services, actor.audit, {
      action: 'factor_reset.requested',
      developer_id: id,
      changes: { reason: [null, reason] },
    })
    return presentReset(reset)
  })
}
