import { decideReceivedApp } from '@trestle/domain/apps/rules.ts'
import type { AppRow } from '../access/authorizedApp.ts'
import type { AuditActor } from '../access/actor.ts'
import { changesBetween, recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { unwrap } from '../errors.ts'
import { changeApp, countOwnedApps } from './store.ts'

interface SettingsChange {
  app: AppRow
  change: Parameters<typeof changeApp>[2]
  /** Set if the form transfers the app. That has its own audit entry. */
  newOwner: { owner_id: number } | null
}

/**
 * Writes the changed fields of an app's settings, and records them. Without a change, open forms stay valid. Refuses a
 * new owner who already has the maximum number of apps, unless the app is deleted.
 */
export async function saveFields(
  tx: Tx,
  by: AuditActor,
  now: Date,
  { app, change, newOwner }: SettingsChange,
): Promise<AppRow> {
  const changes = changesBetween<object>(app, change)
  const isChanged = Object.keys(changes).length > 0
  if (!isChanged && newOwner === null) return app
  // Deleted apps don't count, and undeleting one checks the limit.
  if (newOwner && app.deleted_at === null) {
    unwrap(decideReceivedApp(await countOwnedApps(tx, newOwner.owner_id)))
  }
  const changed = await changeApp(tx, app.id, { ...change, ...newOwner, updated_at: now })
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
