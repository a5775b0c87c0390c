import type { RemovedAccess } from '@trestle/domain/accounts/emailChanges/contract.ts'
import { hasSecondFactor } from '@trestle/domain/accounts/factors/rules.ts'
import type { AuditActor } from '../../access/actor.ts'
import type { Tx } from '../../db/schema.ts'
import type { BrowserClient } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { deletePasskeysSince } from '../passkeys/store.ts'
import { recordAccountEvent, type AccountEvent } from '../recordAccountEvent.ts'
import { deleteRecoveryCodes, deleteRecoveryCodesSince } from '../recoveryCodes/store.ts'
import { deleteTotpSince } from '../totp/store.ts'
import { loadFactors } from './store.ts'

type Removal = Pick<AccountEvent, 'action' | 'subject' | 'changes'>

/**
 * Removes the second factors and recovery codes that were added to an account since a time, because someone else may
 * have had it since. Factors that they removed can't be restored. The developer must be locked.
 */
export async function removeFactorsSince(
  tx: Tx,
  services: Services,
  client: BrowserClient,
  by: AuditActor,
  developerId: number,
  since: string,
): Promise<Pick<RemovedAccess, 'passkeys' | 'totp' | 'recovery_codes'>> {
  const passkeys = await deletePasskeysSince(tx, developerId, since)
  const totp = await deleteTotpSince(tx, developerId, since)
  const recovery_codes = await deleteRecoveryCodesSince(tx, developerId, since)
  // Recovery codes end with the last factor.
  if (!hasSecondFactor(await loadFactors(tx, developerId))) await deleteRecoveryCodes(tx, developerId)
  const removals: Removal[] = [
    ...passkeys.map(({ id, name }): Removal => {
      return { action: 'passkey.removed', subject: { type: 'passkey', id }, changes: { name: [name, null] } }
    }),
    ...(totp ? [{ action: 'totp.removed' } as const] : []),
    ...(recovery_codes ? [{ action: 'recovery_codes.removed' } as const] : []),
  ]
  for (const removal of removals) {
    await recordAccountEvent(tx, services, by, { developer_id: developerId, client, ...removal })
  }
  return { passkeys: passkeys.length, totp, recovery_codes }
}
