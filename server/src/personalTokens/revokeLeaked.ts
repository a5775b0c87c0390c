import { describeLocation, type Leak } from '@trestle/domain/oauth/leaks.ts'
import { pageAddress } from '@trestle/domain/routes.ts'
import type { AuditActor } from '../access/actor.ts'
import { hashToken } from '../accounts/token.ts'
import type { Tx } from '../db/schema.ts'
import { sendToEach } from '../mail/sendToEach.ts'
import type { Services } from '../services.ts'
import { recordRevocation } from './recordRevocation.ts'
import { revokeTokenByHash } from './store.ts'

export type RevokeLeakedToken = (tx: Tx, services: Services, by: AuditActor, leak: Leak) => Promise<void>

/** Revokes a token that was found in public, and tells its owner where. */
export const revokeLeakedToken: RevokeLeakedToken = async (tx, services, by, leak) => {
  const { now, settings } = services
  const at = now()
  const revoked = await revokeTokenByHash(tx, hashToken(leak.token), at)
  if (!revoked) return
  const { id, name, developer_id } = revoked
  await recordRevocation(tx, services, by, { id, name, developer_id, at })
  await sendToEach(tx, by, at, {
    kind: 'secret_leaked',
    recipients: [revoked.email],
    subject: `Your personal access token "${name}" was found in public and revoked`,
    paragraphs: [
      `Your personal access token "${name}", which ends in ${revoked.last_four}, was found ${describeLocation(leak)}. It no longer works.`,
      'Remove it from there, and create a new one if a program still needs it:',
      `${settings.PUBLIC_URL}${pageAddress('accountTokens')}`,
    ],
  })
}
