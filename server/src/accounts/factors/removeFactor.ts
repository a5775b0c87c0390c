import { decideFactorRemoval, hasSecondFactor } from '@trestle/domain/accounts/factors/rules.ts'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/schema.ts'
import { mayBeRemoved, orNotFound, unwrap } from '../../errors.ts'
import type { BrowserClient } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { lockCallerExclusively } from '../lockCallerExclusively.ts'
import { deletePasskey } from '../passkeys/store.ts'
import { deletePendingSignInsFor } from '../pendingSignIns/store.ts'
import { deleteRecoveryCodes } from '../recoveryCodes/store.ts'
import type { DeveloperRow } from '../store.ts'
import { deleteTotp, findTotp } from '../totp/store.ts'
import { storeRenewed } from '../session.ts'
import { factorRemovedEmail } from './emails.ts'
import { factorPolicy } from './present.ts'
import { reportAndRenew } from './reportChange.ts'
import { loadFactors } from './store.ts'

/** Removes one of the caller's passkeys. */
export async function removePasskey(
  services: Services,
  actor: Actor,
  client: BrowserClient,
  id: number,
): Promise<void> {
  const renewed = await services.db.transaction().execute(async (tx) => {
    const developer = await lockCallerExclusively(tx, actor)
    const { name } = orNotFound(
      await deletePasskey(tx, { id, developerId: developer.id }),
      'Passkey',
      mayBeRemoved,
    )
    await requireRemaining(tx, services, developer)
    return reportAndRenew(tx, services, actor, client, {
      email: factorRemovedEmail(services.settings, developer.email, 'passkey'),
      action: 'passkey.removed',
      subject: { type: 'passkey', id },
      changes: { name: [name, null] },
    })
  })
  storeRenewed(client, renewed)
}

/** Removes the caller's authenticator app. */
export async function removeTotp(services: Services, actor: Actor, client: BrowserClient): Promise<void> {
  const renewed = await services.db.transaction().execute(async (tx) => {
    const developer = await lockCallerExclusively(tx, actor)
    const totp = await findTotp(tx, developer.id)
    orNotFound(totp?.confirmed_at, 'Authenticator app', mayBeRemoved)
    await deleteTotp(tx, developer.id)
    await requireRemaining(tx, services, developer)
    return reportAndRenew(tx, services, actor, client, {
      email: factorRemovedEmail(services.settings, developer.email, 'totp'),
      action: 'totp.removed',
    })
  })
  storeRenewed(client, renewed)
}

/**
 * Refuses to leave staff without a factor where one is required. Recovery codes end with the last factor, and so do
 * sign-ins that wait for one, because nothing could finish them.
 */
async function requireRemaining(tx: Tx, services: Services, developer: DeveloperRow): Promise<void> {
  const remaining = await loadFactors(tx, developer.id)
  unwrap(decideFactorRemoval(developer, remaining, factorPolicy(services)))
  if (hasSecondFactor(remaining)) return
  await deleteRecoveryCodes(tx, developer.id)
  await deletePendingSignInsFor(tx, developer.id)
}
