import { isRecord } from '@trestle/domain/http/brackets.ts'
import type { AuditActor } from '../access/actor.ts'
import type { Services } from '../services.ts'
import { recordAudit, type Changes } from './record.ts'

interface Export {
  filename: string
  /** The parsed query. */
  query: unknown
  appId?: number
}

/** What was typed may name someone who deletes their account later: the log says only that it was used. */
const typedFilters = ['search', 'name']

/** Returns the filters of an export, flat and as unchanged values, which is how the log shows facts. */
function toFilters(query: unknown): Changes {
  const { filters, ...others } = isRecord(query) ? query : {}
  const values = Object.entries({ ...others, ...(isRecord(filters) && filters) })
  return Object.fromEntries(
    values
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typedFilters.includes(name) ? [true, true] : [value, value]]),
  )
}

/** Records that staff export data of other people. During maintenance nothing is stored, as the database may be read-only. */
export async function recordExport(
  { db, now, settings }: Services,
  by: AuditActor,
  { filename, query, appId }: Export,
): Promise<void> {
  if (settings.READ_ONLY) return
  await db.transaction().execute((tx) =>
    recordAudit(tx, by, now(), {
      action: 'data.exported',
      subject: { type: 'export', id: filename },
      changes: toFilters(query),
      ...(appId !== undefined && { app_id: appId }),
    }),
  )
}
