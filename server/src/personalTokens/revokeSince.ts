import type { AuditActor } from '../access/actor.ts'
import type { Tx } from '../db/schema.ts'
import type { BrowserClient } from '../http/route.ts'
import type { Services } from '../services.ts'
import { recordRevocation } from './recordRevocation.ts'
import { revokeTokensSince as revokeRows } from './store.ts'

/** Revokes the tokens that were created for an account since a time, and returns how many still worked. */
export async function revokeTokensSince(
  tx: Tx,
  services: Services,
  client: BrowserClient,
  by: AuditActor,
  developerId: number,
  since: string,
): Promise<number> {
  const at = services.now()
  const revoked = await revokeRows(tx, { developerId, since, at })
  for (const { id, name } of revoked) {
    await recordRevocation(tx, services, by, { id, name, developer_id: developerId, client, at })
  }
  return revoked.length
}
