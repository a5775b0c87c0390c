import type { z } from 'zod'
import type { Developer, updateAccount as endpoint } from '@trestle/domain/accounts/contract.ts'
import type { Actor } from '../access/actor.ts'
import { changesBetween, recordAudit } from '../audit/record.ts'
import { requireUnchanged } from '../errors.ts'
import type { Services } from '../services.ts'
import { definedFields } from '../definedFields.ts'
import { lockCallerExclusively } from './lockCallerExclusively.ts'
import { presentDeveloper } from './present.ts'
import { changeDeveloper } from './store.ts'

/** Changes the caller's own name and company. */
export async function updateAccount(
  services: Services,
  actor: Actor,
  { if_unchanged_since, ...fields }: z.output<typeof endpoint.body>,
): Promise<Developer> {
  return services.db.transaction().execute(async (tx) => {
    const developer = await lockCallerExclusively(tx, actor)
    await requireUnchanged(developer.updated_at, if_unchanged_since, () => presentDeveloper(developer))
    const provided = definedFields(fields)
    const changes = changesBetween(developer, provided)
    if (Object.keys(changes).length === 0) return presentDeveloper(developer)
    const now = services.now()
    const changed = await changeDeveloper(tx, developer.id, { ...provided, updated_at: now })
    await recordAudit(tx, actor.audit, now, {
      action: 'account.updated',
      subject: { type: 'developer', id: developer.id },
      changes,
    })
    return presentDeveloper(changed)
  })
}
