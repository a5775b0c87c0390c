import {
  decideRecoveryCodes,
  groupRecoveryCode,
  recoveryCodeCount,
} from '@trestle/domain/accounts/factors/rules.ts'
import type { Actor } from '../../access/actor.ts'
import { unwrap } from '../../errors.ts'
import type { BrowserClient } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { recoveryCodesEmail } from '../factors/emails.ts'
import { reportChange } from '../factors/reportChange.ts'
import { loadFactors } from '../factors/store.ts'
import { countAttempt } from '../limit.ts'
import { lockCallerExclusively } from '../lockCallerExclusively.ts'
import { toSecret } from '../totp/validateTotp.ts'
import { hashCodes } from './hashing.ts'
import { replaceRecoveryCodes } from './store.ts'

/** 80 bits, short enough to type. */
const codeBytes = 10

/**
 * Creates new recovery codes and returns their only copy. The earlier ones stop working.
 *
 * Unlike other changes of factors, this leaves the session's token as it is. If the reply gets lost, so do all codes,
 * and without a session, someone who has lost their other factors could no longer sign in to create others.
 */
export async function createRecoveryCodes(
  services: Services,
  actor: Actor,
  client: BrowserClient,
): Promise<{ codes: string[] }> {
  const { address } = client
  await countAttempt(services, { action: 'recovery_codes', account: String(actor.id), address })
  unwrap(decideRecoveryCodes(await loadFactors(services.db, actor.id)))
  const codes = Array.from({ length: recoveryCodeCount }, () => toSecret(services.random(codeBytes)).base32)
  // Before the transaction, which must stay short.
  const hashes = await hashCodes(services, codes)
  await services.db.transaction().execute(async (tx) => {
    const developer = await lockCallerExclusively(tx, actor)
    unwrap(decideRecoveryCodes(await loadFactors(tx, actor.id)))
    const replaced = await replaceRecoveryCodes(tx, actor.id, hashes, services.now())
    await reportChange(tx, services, actor, client, {
      email: recoveryCodesEmail(services.settings, developer.email, replaced),
      action: 'recovery_codes.created',
    })
  })
  return { codes: codes.map(groupRecoveryCode) }
}
