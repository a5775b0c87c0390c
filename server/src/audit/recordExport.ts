import type { AuditActor } from '../access/actor.ts'
import type { Services } from '../services.ts'
import { recordAudit } from './record.ts'

/** Records that staff export data of other people. During maintenance nothing is stored, as the database may be read-only. */
export async function recordExport(
  { db, now, settings }: Services,
  by: AuditActor,
  { filename, appId }: { filename: string; appId?: number },
): Promise<void> {
  if (settings.READ_ONLY) return
  await db.transaction().execute((tx) =>
    recordAudit(tx, by, now(), {
      action: 'data.exported',
      subject: { type: 'export', id: filename },
      ...(appId !== undefined && { app_id: appId }),
    }),
  )
}
