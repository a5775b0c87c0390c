import type { AuditAction } from '@trestle/domain/audit/actions.ts'
import { preferenceKinds, type Preferences } from '@trestle/domain/notificationPreferences/kinds.ts'
import type { Actor, AuditActor } from '../access/actor.ts'
import { lockCaller } from '../access/lockAccount.ts'
import { changesBetween, recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { definedFields } from '../definedFields.ts'
import type { Services } from '../services.ts'
import { findPreferences } from './findSubscriber.ts'
import { storePreferences } from './store.ts'

/** Stores and records the preferences that differ. The developer must be locked. */
export async function applyPreferences(
  tx: Tx,
  { now }: Pick<Services, 'now'>,
  by: AuditActor,
  change: { developerId: number; action: AuditAction; before: Preferences; after: Preferences },
): Promise<void> {
  const { developerId, action, before, after } = change
  const changes = changesBetween(before, after)
  const kinds = preferenceKinds.filter((kind) => kind in changes)
  if (kinds.length === 0) return
  const at = now()
  await storePreferences(
    tx,
    kinds.map((kind) => ({ developer_id: developerId, kind, delivery: after[kind], updated_at: at })),
  )
  await recordAudit(tx, by, at, { action, subject: { type: 'developer', id: developerId }, changes })
}

/** Changes how the caller gets the emails of the kinds in the request. */
export function updatePreferences(
  services: Services,
  actor: Actor,
  chosen: { [Kind in keyof Preferences]?: Preferences[Kind] | undefined },
): Promise<Preferences> {
  return services.db.transaction().execute(async (tx) => {
    await lockCaller(tx, actor)
    const before = await findPreferences(tx, actor.id)
    const after = { ...before, ...definedFields(chosen) }
    const action = 'notification_preferences.updated'
    await applyPreferences(tx, services, actor.audit, { developerId: actor.id, action, before, after })
    return after
  })
}
