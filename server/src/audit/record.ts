import type { AuditAction, AuditSubject } from '@trestle/domain/audit/actions.ts'
import type { AuditActor } from '../access/actor.ts'
import type { Tx } from '../db/schema.ts'
import { insertEvents } from './store.ts'

/** Changed fields, before and after. Never a secret, a password or a token. */
export type Changes = Record<string, [before: unknown, after: unknown]>

export interface AuditEntry {
  action: AuditAction
  subject: { type: AuditSubject; id: number | string }
  app_id?: number
  changes?: Changes
}

/** Adds one row to the append-only audit log, in the transaction of the change it describes. */
export const recordAudit = (tx: Tx, by: AuditActor, at: Date, entry: AuditEntry): Promise<void> =>
  recordAudits(tx, by, at, [entry])

/** Adds a row for each of several changes that one action made. */
export async function recordAudits(
  tx: Tx,
  by: AuditActor,
  at: Date,
  entries: readonly AuditEntry[],
): Promise<void> {
  const events = entries.map((entry) => ({
    at,
    actor_id: by.actor_id,
    actor_kind: by.kind,
    app_id: entry.app_id ?? null,
    action: entry.action,
    subject_type: entry.subject.type,
    subject_id: String(entry.subject.id),
    changes: JSON.stringify(entry.changes ?? {}),
    request_id: by.request_id,
    token_id: by.token_id ?? null,
  }))
  await insertEvents(tx, events)
}

/** Returns values as unchanged fields, which show in the log what a change was about. */
export const unchanged = (facts: Record<string, unknown>): Changes =>
  Object.fromEntries(Object.entries(facts).map(([field, value]) => [field, [value, value]]))

/** Returns the fields in which two states of a row differ. */
export function changesBetween<Row extends object>(before: Row, after: Partial<Row>): Changes {
  const changes: Changes = {}
  for (const [field, value] of Object.entries(after)) {
    const old: unknown = Reflect.get(before, field)
    if (old !== value) changes[field] = [old, value]
  }
  return changes
}
