import type { InputOf } from '@trestle/domain/http/endpoint.ts'
import type { Preview, previewBucket as previewing } from '@trestle/domain/quotas/contract.ts'
import {
  bucketFor,
  compareLimits,
  defaultLimits,
  maxIntervalMs,
  previewedMs,
  withChange,
  type HourCounts,
} from '@trestle/domain/quotas/rules.ts'
import { orNotFound } from '../errors.ts'
import type { Services } from '../services.ts'
import { listBusiestClients, listSeconds, type CountedClient } from './checks/store.ts'
import { getBucket, requireServer } from './present.ts'
import { templatesFor } from './recordChange.ts'
import { findBucket, listAppNames, listBucketsOfApps } from './store.ts'

type PreviewInput = InputOf<typeof previewing>['body']

/** Limits the work of a preview, however many companies use an app. The reply says how many were omitted. */
const maxClients = 20
const maxHours = 200

/**
 * Returns the calls that a change would have throttled in the last 24 hours, by replaying the recorded checks with both
 * limits.
 */
export async function previewBucket(
  services: Services,
  server: string,
  input: PreviewInput,
): Promise<Preview> {
  requireServer(services, server)
  if (input.bucket_templates) templatesFor(server, input.bucket_templates)
  const { db } = services
  const edited =
    input.id === undefined ? undefined : orNotFound(await findBucket(db, server, input.id), 'Bucket')
  const domains = [...new Set([input.domain, ...(edited ? [edited.domain] : [])])]
  const buckets = await listBucketsOfApps(db, server, domains)
  const changed = withChange(buckets, input)
  const to = services.now()
  const from = Math.ceil((to.getTime() - previewedMs) / 1000)
  const { clients, total } = await listBusiestClients(db, server, domains, from, maxClients)
  const rows: Row[] = []
  for (const client of clients) {
    const seconds = await listSeconds(db, client.id, from - maxIntervalMs / 1000)
    const now = bucketFor(buckets, client)?.bucket_templates ?? defaultLimits
    const then = bucketFor(changed, client)?.bucket_templates ?? defaultLimits
    rows.push(...compareLimits(seconds, now, then, from).map((counts) => ({ client, ...counts })))
  }
  const current =
    edited ??
    buckets.find(({ domain, client_id }) => domain === input.domain && client_id === input.client_id)
  const names = new Map(
    (await listAppNames(db, domains)).map(({ domain, internal_name }) => [domain, internal_name]),
  )
  return {
    from: new Date(from * 1000).toISOString(),
    to: to.toISOString(),
    ...toTotals(rows),
    ...listRefusedHours(rows, names),
    clients: clients.length,
    total_clients: total,
    bucket: current ? await getBucket(db, server, current.id) : null,
  }
}

interface Row extends HourCounts {
  client: CountedClient
}

function toTotals(rows: Row[]) {
  const sum = (count: (row: Row) => number) => rows.reduce((total, row) => total + count(row), 0)
  return {
    calls: sum(({ calls }) => calls),
    throttled_now: sum((row) => row.throttled_now),
    throttled_then: sum((row) => row.throttled_then),
  }
}

/** Returns the hours with refused calls, before or after the change, with the largest difference first. */
function listRefusedHours(rows: Row[], names: Map<string, string>): Pick<Preview, 'hours' | 'total_hours'> {
  const hit = rows.filter((row) => row.throttled_now > 0 || row.throttled_then > 0)
  const difference = (row: Row) => Math.abs(row.throttled_then - row.throttled_now)
  const hours = hit
    .toSorted(
      (a, b) => difference(b) - difference(a) || b.throttled_then - a.throttled_then || a.hour - b.hour,
    )
    .slice(0, maxHours)
    .map(({ client, hour, calls, throttled_now, throttled_then }) => ({
      domain: client.domain,
      app_name: names.get(client.domain) ?? null,
      client: client.client_id,
      hour: new Date(hour * 1000).toISOString(),
      calls,
      throttled_now,
      throttled_then,
    }))
  return { hours, total_hours: hit.length }
}
