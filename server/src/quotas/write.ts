import type { Bucket, BucketFields } from '@trestle/domain/quotas/contract.ts'
import type { Actor } from '../access/actor.ts'
import { isUnchanged, recordChange, refuseSecond, requireChangeable, templatesFor } from './recordChange.ts'
import type { Services } from '../services.ts'
import { getBucket, requireServer, toState } from './present.ts'
import { changeBucket, insertBucket } from './store.ts'

interface BucketKey {
  server: string
  id: number
}

interface ChangeReason {
  reason: string
  if_unchanged_since?: string | undefined
}

type BucketInput = { [Field in keyof BucketFields]?: BucketFields[Field] | undefined }

export function createBucket(
  services: Services,
  actor: Actor,
  server: string,
  { name, client_id, domain, bucket_templates: templates, reason }: BucketFields & ChangeReason,
): Promise<Bucket> {
  requireServer(services, server)
  const bucket_templates = templatesFor(server, templates)
  return services.db.transaction().execute(async (tx) => {
    const at = services.now()
    const bucket = {
      server,
      name,
      client_id,
      domain,
      bucket_templates,
      created_at: at,
      updated_at: at,
    }
    const row = await refuseSecond(bucket, insertBucket(tx, bucket))
    await recordChange(tx, actor, {
      at,
      row,
      kind: 'created',
      before: null,
      after: toState(row),
      reason,
    })
    return getBucket(tx, server, row.id)
  })
}

/** Changes a bucket. A save without changes writes no history. */
export function updateBucket(
  services: Services,
  actor: Actor,
  { server, id }: BucketKey,
  { reason, if_unchanged_since: since, ...input }: BucketInput & ChangeReason,
): Promise<Bucket> {
  requireServer(services, server)
  return services.db.transaction().execute(async (tx) => {
    const row = await requireChangeable(tx, actor, { server, id }, since)
    const before = toState(row)
    const after = {
      name: input.name ?? before.name,
      client_id: input.client_id ?? before.client_id,
      domain: input.domain ?? before.domain,
      bucket_templates: input.bucket_templates ?? before.bucket_templates,
    }
    const bucket_templates = templatesFor(server, after.bucket_templates)
    if (!isUnchanged(before, after)) {
      const at = services.now()
      await refuseSecond(
        { ...after, server },
        changeBucket(tx, id, { ...after, bucket_templates, updated_at: at }),
      )
      await recordChange(tx, actor, { at, row, kind: 'updated', before, after, reason })
    }
    return getBucket(tx, server, id)
  })
}

export function deleteBucket(
  services: Services,
  actor: Actor,
  { server, id }: BucketKey,
  { reason, if_unchanged_since: since }: ChangeReason,
): Promise<void> {
  requireServer(services, server)
  return services.db.transaction().execute(async (tx) => {
    const row = await requireChangeable(tx, actor, { server, id }, since)
    const at = services.now()
    await changeBucket(tx, id, { deleted_at: at, updated_at: at })
    await recordChange(tx, actor, {
      at,
      row,
      kind: 'deleted',
      before: toState(row),
      after: null,
      reason,
    })
  })
}
