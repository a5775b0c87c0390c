import type { Bucket, BucketChange, BucketState } from '@trestle/domain/quotas/contract.ts'
import { serversIn, type QuotaServer } from '@trestle/domain/quotas/rules.ts'
import type { Db } from '../db/schema.ts'
import { orNotFound, refusalError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { ChangeRow } from './changes/store.ts'
import { countBuckets, findBucket, listBuckets, type BucketRow, type BucketView } from './store.ts'

const listServers = ({ DEPLOYMENT, GOV_CLOUD }: Services['settings']): QuotaServer[] =>
  serversIn(DEPLOYMENT, GOV_CLOUD)

export const hasServer = (settings: Services['settings'], server: string): boolean =>
  listServers(settings).some((each) => each === server)

/** Returns 404 for an unknown server and for one of another deployment (RATE-09, RATE-10). */
export function requireServer(
  { settings }: Pick<Services, 'settings'>,
  server: string,
): asserts server is QuotaServer {
  if (!hasServer(settings, server)) throw refusalError('not_found', 'Server not found.')
}

export async function loadServers({
  db,
  settings,
}: Pick<Services, 'db' | 'settings'>): Promise<{ name: QuotaServer; buckets: number }[]> {
  const counts = new Map((await countBuckets(db)).map(({ server, count }) => [server, count]))
  return listServers(settings).map((name) => ({ name, buckets: counts.get(name) ?? 0 }))
}

/** Returns a bucket as its history stores it. */
export function toState({ server, name, client_id, domain, bucket_templates }: BucketRow): BucketState {
  return {
    name,
    client_id,
    domain,
    bucket_templates: bucket_templates.map((template) => ({
      name: template.name,
      fill_type: template.fill_type,
      interval_ms: template.interval_ms,
      limit: template.limit,
      server,
    })),
  }
}

function presentBucket(row: BucketView): Bucket {
  const { id, server, ids, app_id, app_name, created_at, updated_at } = row
  const app = app_id !== null && app_name !== null ? { id: app_id, internal_name: app_name } : null
  return { id, server, ids, app, ...toState(row), created_at, updated_at }
}

export async function loadBuckets(
  services: Pick<Services, 'db' | 'settings'>,
  server: string,
): Promise<Bucket[]> {
  requireServer(services, server)
  return (await listBuckets(services.db, server)).map(presentBucket)
}

export async function getBucket(db: Db, server: QuotaServer, id: number): Promise<Bucket> {
  return presentBucket(orNotFound(await findBucket(db, server, id), 'Bucket'))
}

export function presentChange(row: ChangeRow): BucketChange {
  const { id, bucket_id, kind, before, after, reason, changed_at, reverts } = row
  const changed_by = { id: row.changed_by, name: row.changed_by_name }
  return { id, bucket_id, kind, before, after, reason, changed_by, changed_at, reverts }
}
