import { isObject } from '@trestle/domain/json/values.ts'
import type { AuditActor } from '../access/actor.ts'
import type { Services } from '../services.ts'
import { recordAudit, unchanged, type Changes } from './record.ts'

interface Export {
  filename: string
  /** The parsed query. */
  query: unknown
  appId?: number
}

/**
 * Filters that were typed. They may name someone who deletes their account later, so the log only says that they were
 * used.
 */
const typedFilters = ['search', 'name']

/** Returns the filters of an export for the log, as a flat object. */
function toFilters(query: unknown): Changes {
  const { filters, ...others } = isObject(query) ? query : {}
  const values = Object.entries({ ...others, ...(isObject(filters) && filters) })
  const used = values.filter(([, value]) => value !== undefined)
  return unchanged(
    Object.fromEntries(used.map(([name, value]) => [name, typedFilters.includes(name) || value])),
  )
}

/**
 * Records that staff export data of other people. During maintenance nothing is stored, because the database may be
 * read-only.
 */
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
