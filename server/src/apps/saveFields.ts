import type { AppRow } from '../access/appFor.ts'
import type { AuditActor } from '../access/actor.ts'
import { changesBetween, recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { changeApp } from './store.ts'

interface Save {
  app: AppRow
  change: Parameters<typeof changeApp>[2]
  /** The new owner, if the form hands the app over. That has its own audit entry. */
  handover: { owner_id: number } | null
}

/** Writes the changed fields of an app's settings, and records them. */
export async function saveFields(
  tx: Tx,
  by: AuditActor,
  now: Date,
  { app, change, handover }: Save,
): Promise<AppRow> {
  const changed = await changeApp(tx, app.id, { ...change, ...handover, updated_at: now })
  if (handover === null || Object.keys(change).length > 0) {
    await recordAudit(tx, by, now, {
      action: 'app.updated',
      subject: { type: 'app', id: app.id },
      app_id: app.id,
      changes: changesBetween<object>(app, change),
    })
  }
  return changed
}
