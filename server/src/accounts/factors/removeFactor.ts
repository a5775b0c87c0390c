import { decideFactorRemoval, hasSecondFactor } from '@trestle/domain/accounts/factors/rules.ts'
import type { Actor, AuditActor } from '../../access/actor.ts'
import { recordAudit, type AuditEntry } from '../../audit/record.ts'
import type { Tx } from '../../db/schema.ts'
import { orNotFound, RefusalError, unwrap } from '../../errors.ts'
import { sendMail } from '../../mail/send.ts'
import type { Services } from '../../services.ts'
import { deletePasskey } from '../passkeys/store.ts'
import { deleteRecoveryCodes } from '../recoveryCodes/store.ts'
import { lockDeveloper } from '../store.ts'
import { deleteTotp } from '../totp/store.ts'
import { factorRemovedMail, type FactorKind } from './mails.ts'
import { factorPolicy } from './present.ts'
import { loadFactors } from './store.ts'

export function removePasskey(services: Services, actor: Actor, by: AuditActor, id: number): Promise<void> {
  return removeFactor(services, actor, by, 'passkey', async (tx) => {
    const { name } = orNotFound(await deletePasskey(tx, { id, developerId: actor.id }), 'Passkey')
    return {
      action: 'passkey.removed',
      subject: { type: 'passkey', id },
      changes: { name: [name, null] },
    }
  })
}

export function removeTotp(services: Services, actor: Actor, by: AuditActor): Promise<void> {
  return removeFactor(services, actor, by, 'totp', async (tx) => {
    if (await deleteTotp(tx, actor.id))
      return { action: 'totp.removed', subject: { type: 'developer', id: actor.id } }
    throw new RefusalError({ code: 'not_found', message: 'Authenticator app not found.' })
  })
}

/** Removes a factor, with the recovery codes if it was the last one. */
async function removeFactor(
  services: Services,
  actor: Actor,
  by: AuditActor,
  kind: FactorKind,
  remove: (tx: Tx) => Promise<AuditEntry>,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const developer = orNotFound(await lockDeveloper(tx, actor.id), 'Account')
    const entry = await remove(tx)
    const remaining = await loadFactors(tx, actor.id)
    unwrap(decideFactorRemoval(developer, remaining, factorPolicy(services)))
    if (!hasSecondFactor(remaining)) await deleteRecoveryCodes(tx, actor.id)
    const now = services.now()
    await sendMail(tx, now, by, factorRemovedMail(services.settings, developer.email, kind))
    await recordAudit(tx, by, now, entry)
  })
}
