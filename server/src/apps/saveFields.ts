import type { AppRow } from '../access/appFor.ts'
import type { AuditActor } from '../access/actor.ts'
import { changesBetween, recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { changeApp } from './store.ts'

interface SettingsChange {
  app: AppRow
  change: Parameters<typeof changeApp>[2]
  /** The new owner, if the form hands the app over. That has its own audit entry. */
  handover: { owner_id: number } | null
}

/** Writes the changed fields of an app's settings, and records them. Without a change, forms that are open stay valid. */
export async function saveFields(
  tx: Tx,
  by: AuditActor,
  now: Date,
  { app, change, handover }: SettingsChange,
): Promise<AppRow> {
  const changes = changesBetween<object>(app, change)
  const isChanged = Object.keys(changes).length > 0
  if (!isChanged && handover === null) return app
  const changed = await changeApp(tx, app.id, { ...change, ...handover, updated_at: now })
  if (isChanged) {
    await recordAudit(tx, by, now, {
      action: 'app.updated',
      subject: { type: 'app', id: app.id },
      app_id: app.id,
      changes,
    })
  }
  return changed
}
