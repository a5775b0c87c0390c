import type { Passkey } from '@trestle/domain/accounts/factors/contract.ts'
import type { Actor } from '../../access/actor.ts'
import { recordAudit } from '../../audit/record.ts'
import { mayBeRemoved, orNotFound } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { lockCallerExclusively } from '../lockCallerExclusively.ts'
import { presentPasskey } from './present.ts'
import { listPasskeys, renamePasskey } from './store.ts'

/** Renames one of the caller's passkeys. */
export async function updatePasskey(
  { db, now }: Services,
  actor: Actor,
  { id, name }: { id: number; name: string },
): Promise<Passkey> {
  return db.transaction().execute(async (tx) => {
    await lockCallerExclusively(tx, actor)
    const earlier = orNotFound(
      (await listPasskeys(tx, actor.id)).find((row) => row.id === id),
      'Passkey',
      mayBeRemoved,
    )
    if (earlier.name === name) return presentPasskey(earlier)
    const renamed = orNotFound(await renamePasskey(tx, { id, developerId: actor.id }, name), 'Passkey')
    await recordAudit(tx, actor.audit, now(), {
      action: 'passkey.renamed',
      subject: { type: 'passkey', id },
      changes: { name: [earlier.name, name] },
    })
    return presentPasskey(renamed)
  })
}
