import {
  decideRecoveryCodes,
  groupRecoveryCode,
  recoveryCodeCount,
} from '@trestle/domain/accounts/factors/rules.ts'
import type { Actor, AuditActor } from '../../access/actor.ts'
import { recordAudit } from '../../audit/record.ts'
import { orNotFound, unwrap } from '../../errors.ts'
import { sendMail } from '../../mail/send.ts'
import type { Services } from '../../services.ts'
import { recoveryCodesMail } from '../factors/mails.ts'
import { loadFactors } from '../factors/store.ts'
import { lockDeveloper } from '../store.ts'
import { hashToken } from '../token.ts'
import { toSecret } from '../totp/validateTotp.ts'
import { replaceRecoveryCodes } from './store.ts'

/** 80 bits: too many to guess, so that a plain hash is enough. */
const codeBytes = 10

/** Creates new recovery codes and returns their only copy. The earlier ones stop working. */
export async function createRecoveryCodes(
  services: Services,
  actor: Actor,
  by: AuditActor,
): Promise<{ codes: string[] }> {
  const codes = Array.from({ length: recoveryCodeCount }, () => toSecret(services.random(codeBytes)).base32)
  await services.db.transaction().execute(async (tx) => {
    const developer = orNotFound(await lockDeveloper(tx, actor.id), 'Account')
    unwrap(decideRecoveryCodes(await loadFactors(tx, actor.id)))
    const now = services.now()
    await replaceRecoveryCodes(tx, actor.id, codes.map(hashToken), now)
    await sendMail(tx, now, by, recoveryCodesMail(services.settings, developer.email))
    await recordAudit(tx, by, now, {
      action: 'recovery_codes.created',
      subject: { type: 'developer', id: actor.id },
    })
  })
  return { codes: codes.map(groupRecoveryCode) }
}
