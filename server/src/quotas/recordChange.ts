import type { BucketChange, BucketState, BucketTemplate } from '@trestle/domain/quotas/contract.ts'
import type { QuotaServer } from '@trestle/domain/quotas/rules.ts'
import type { Actor } from '../access/actor.ts'
import { requireAdmin } from '../access/lockAccount.ts'
import { changesBetween, recordAudit, unchanged, type Changes } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { orNotFound, RefusalError, requireUnchanged, refusalError } from '../errors.ts'
import { insertChange } from './changes/store.ts'
import { getBucket } from './present.ts'
import { isSecondBucket, lockBucket, type BucketRow } from './store.ts'

/** Returns the templates to store, or refuses templates of another server than the request's (RATE-18). */
export function templatesFor(server: QuotaServer, templates: BucketTemplate[]): string {
  const fields: Record<string, string[]> = {}
  for (const [index, template] of templates.entries()) {
    if (template.server === server) continue
    fields[`bucket_templates.${index}.server`] = [
      `This template is for ${template.server}, not for ${server}`,
    ]
  }
  const [first] = Object.entries(fields)
  if (first) throw new RefusalError({ code: 'invalid_input', message: first[1].join(' '), fields })
  return JSON.stringify(
    templates.map(({ name, fill_type, interval_ms, limit }) => ({ name, fill_type, interval_ms, limit })),
  )
}

/**
 * Refuses a second bucket for a client of an app on one server. The database enforces this even for concurrent
 * requests.
 */
export async function refuseSecond<Row>(
  { server, client_id }: { server: QuotaServer; client_id: string },
  written: Promise<Row>,
): Promise<Row> {
  try {
    return await written
  } catch (error) {
    if (!isSecondBucket(error)) throw error
    const message = `${server} already has a bucket of this app for client ${client_id}. Edit that one.`
    throw refusalError('conflict', message, 'domain')
  }
}

/**
 * Locks a bucket until the transaction ends. A caller whose session or right as a platform admin ended during the wait
 * is refused.
 */
export async function lockForStaff(
  tx: Tx,
  actor: Actor,
  { server, id }: Pick<BucketRow, 'server' | 'id'>,
): Promise<BucketRow | undefined> {
  const row = await lockBucket(tx, server, id)
  await requireAdmin(tx, actor)
  return row
}

/** Locks a bucket like `lockForStaff`, and refuses one that was deleted or changed since the caller loaded it. */
export async function requireChangeable(
  tx: Tx,
  actor: Actor,
  { server, id }: Pick<BucketRow, 'server' | 'id'>,
  since: string | undefined,
): Promise<BucketRow> {
  const row = await lockForStaff(tx, actor, { server, id })
  const live = orNotFound(row?.deleted_at === null ? row : undefined, 'Bucket')
  await requireUnchanged(live.updated_at, since, () => getBucket(tx, server, id))
  return live
}

const toText = (state: BucketState): string => {
  const { name, client_id, domain, bucket_templates } = state
  const templates = bucket_templates.map((row) => [row.name, row.fill_type, row.interval_ms, row.limit])
  return JSON.stringify([name, client_id, domain, templates])
}

export const isUnchanged = (before: BucketState | null, after: BucketState | null): boolean =>
  before === null || after === null ? before === after : toText(before) === toText(after)

interface Change extends Pick<BucketChange, 'kind' | 'before' | 'after' | 'reason'> {
  at: Date
  row: BucketRow
  reverts?: number
}

/** Writes the bucket's history and the portal's audit log, in the transaction of the change itself. */
export async function recordChange(
  tx: Tx,
  actor: Pick<Actor, 'id' | 'audit'>,
  { at, row, kind, before, after, reason, reverts }: Change,
): Promise<number> {
  const id = await insertChange(tx, {
    bucket_id: row.id,
    kind,
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
    reason,
    changed_by: actor.id,
    changed_at: at,
    reverts: reverts ?? null,
  })
  await recordAudit(tx, actor.audit, at, {
    action: `quota_bucket.${kind}`,
    subject: { type: 'quota_bucket', id: row.id },
    changes: {
      ...unchanged({ server: row.server, name: row.name }),
      ...differences(before, after),
      reason: [null, reason],
    },
  })
  return id
}

/** Returns the changed fields. Compares limits by their text, because equal lists are different values. */
function differences(before: BucketState | null, after: BucketState | null): Changes {
  const flat = (state: BucketState | null) => ({
    name: state?.name ?? null,
    client_id: state?.client_id ?? null,
    domain: state?.domain ?? null,
    bucket_templates: state && limitsText(state),
  })
  return changesBetween(flat(before), flat(after))
}

const limitsText = ({ bucket_templates }: BucketState): string =>
  bucket_templates
    .map(({ name, fill_type, limit, interval_ms }) => `${name} ${fill_type} ${limit}/${interval_ms} ms`)
    .join(', ')
