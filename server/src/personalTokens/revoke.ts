import type { Actor } from '../access/actor.ts'
import { lockCaller } from '../access/lockAccount.ts'
import { orNotFound } from '../errors.ts'
import type { BrowserClient } from '../http/route.ts'
import type { Services } from '../services.ts'
import { recordRevocation } from './recordRevocation.ts'
import { revokeToken } from './store.ts'

/** Revokes one of the caller's tokens. */
export function revoke(services: Services, actor: Actor, client: BrowserClient, id: number): Promise<void> {
  const { db, now } = services
  return db.transaction().execute(async (tx) => {
    await lockCaller(tx, actor)
    const at = now()
    const { name } = orNotFound(
      await revokeToken(tx, { id, developerId: actor.id, at }),
      'Token',
      'It may have been revoked already.',
    )
    await recordRevocation(tx, services, actor.audit, { id, name, developer_id: actor.id, client, at })
  })
}
