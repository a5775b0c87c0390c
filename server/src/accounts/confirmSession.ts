import type { Actor } from '../access/actor.ts'
import { refuseEndedSession } from '../access/lockAccount.ts'
import { requireSession } from '../access/tokenRights.ts'
import { recordAudit } from '../audit/record.ts'
import { RefusalError } from '../errors.ts'
import type { BrowserClient } from '../http/route.ts'
import { recordFailure } from '../securityEvents/recordFailure.ts'
import type { Services } from '../services.ts'
import { confirmedUntil } from './checkConfirmation.ts'
import { renewSessionToken, storeRenewed } from './session.ts'
import { confirmSession as storeConfirmation } from './sessions/store.ts'
import { verifyProof, type Proof } from './verifyProof.ts'

/**
 * Opens the calls that ask for a confirmation to a caller who proves who they are. Records a wrong password, code or
 * passkey.
 */
export async function confirmSession(
  services: Services,
  actor: Actor,
  client: BrowserClient,
  proof: Proof,
): Promise<{ confirmed_until: string }> {
  try {
    return await confirmWith(services, actor, client, proof)
  } catch (error) {
    if (error instanceof RefusalError && error.code === 'invalid_input') {
      await recordFailure(services, actor.audit, {
        kind: 'confirmation.failed',
        developer_id: actor.id,
        client,
      })
    }
    throw error
  }
}

async function confirmWith(
  services: Services,
  actor: Actor,
  client: BrowserClient,
  proof: Proof,
): Promise<{ confirmed_until: string }> {
  const { claim, succeed } = await verifyProof(services, actor, client.address, proof)
  const now = services.now()
  const renewed = await services.db.transaction().execute(async (tx) => {
    await claim(tx)
    if (!(await storeConfirmation(tx, requireSession(actor).id, now))) refuseEndedSession()
    await recordAudit(tx, actor.audit, now, {
      action: 'session.confirmed',
      subject: { type: 'session', id: requireSession(actor).id },
    })
    return renewSessionToken(tx, services, actor, client)
  })
  await succeed()
  storeRenewed(client, renewed)
  return { confirmed_until: confirmedUntil(services, now.toISOString()).toISOString() }
}
