import {
  anyClient,
  defaultLimits,
  replay,
  serversIn,
  type Limit,
  type QuotaServer,
  type RecordedSecond,
} from '@trestle/domain/quotas/rules.ts'
import { sql } from 'kysely'
import { byPerson } from '../src/access/actor.ts'
import type { Tx } from '../src/db/schema.ts'
import { toState } from '../src/quotas/present.ts'
import { recordChange } from '../src/quotas/recordChange.ts'
import { changeBucket, insertBucket, type BucketRow } from '../src/quotas/store.ts'
import { ago } from './ago.ts'
import type { DemoPeople } from './people.ts'
import type { DemoPortal } from './portal.ts'
import { seededRandom } from './seededRandom.ts'

const hourly = (limit: number): Limit => ({ ...defaultLimits[0], limit })
const spike = (limit: number): Limit => ({ ...defaultLimits[1], limit })

interface DemoBucket {
  server: QuotaServer
  name: string
  app: string
  /** Oldest first, each with its reason and its age in days. */
  states: { limits: Limit[]; reason: string; age: number }[]
}

const buckets: DemoBucket[] = [
  {
    server: 'Production_US01',
    name: 'Site Sync',
    app: 'Site Sync',
    states: [
      {
        limits: [hourly(7200), spike(100)],
        reason: 'Listed on the marketplace; starts with the default limits.',
        age: 139,
      },
      {
        limits: [hourly(9600), spike(60)],
        reason:
          'Raised after 30 days of steady use near the limit. A smaller spike, because its bursts slowed others down.',
        age: 12,
      },
    ],
  },
  {
    server: 'Production_UK01',
    name: 'Site Sync',
    app: 'Site Sync',
    states: [
      {
        limits: [hourly(7200), spike(100)],
        reason: 'First customers in the United Kingdom.',
        age: 61,
      },
    ],
  },
  {
    server: 'Production_US01',
    name: 'Ledger Bridge month end',
    app: 'Ledger Bridge',
    states: [
      {
        limits: [{ ...hourly(3600), fill_type: 'quota' }, spike(40)],
        reason: 'Month-end imports may run through the hour at an even pace; agreed with Siteline Software.',
        age: 21,
      },
    ],
  },
  {
    server: 'Monthly_Sandbox_US01',
    name: 'Kilnworks load test',
    app: 'Kilnworks Pours',
    states: [
      {
        limits: [hourly(14_400), spike(200)],
        reason: 'Load test before the partner review; take back after the test.',
        age: 3,
      },
    ],
  },
]

interface SeedContext {
  now: Date
  staff: number
  domain: string
}

async function insertState(
  tx: Tx,
  { now, staff, domain }: SeedContext,
  { server, name }: DemoBucket,
  { limits, reason, age }: DemoBucket['states'][number],
  before: BucketRow | undefined,
): Promise<BucketRow> {
  const at = ago(now, age)
  const changed = { bucket_templates: JSON.stringify(limits), updated_at: at }
  const created = { server, name, client_id: anyClient, domain, created_at: at, ...changed }
  const row = before ? await changeBucket(tx, before.id, changed) : await insertBucket(tx, created)
  await recordChange(
    tx,
    { id: staff, audit: byPerson(staff) },
    {
      at,
      row,
      kind: before ? 'updated' : 'created',
      before: before ? toState(before) : null,
      after: toState(row),
      reason,
    },
  )
  return row
}

/** The states of all buckets, oldest first, because a history is sorted by the IDs of its changes. */
const changes = buckets
  .flatMap((bucket) => bucket.states.map((state) => ({ bucket, state })))
  .toSorted((a, b) => b.state.age - a.state.age)

interface DemoUse {
  server: QuotaServer
  app: string
  client: string
  limits: Limit[]
  /** Calls in a busy hour. */
  hourlyCalls: number
  /** Calls within ten seconds, once per hour. */
  burst: number
}

const siteSync = [hourly(9600), spike(60)]

const uses: DemoUse[] = [
  {
    server: 'Production_US01',
    app: 'Site Sync',
    client: anyClient,
    limits: siteSync,
    hourlyCalls: 640,
    burst: 78,
  },
  {
    server: 'Production_US01',
    app: 'Site Sync',
    client: '7001',
    limits: siteSync,
    hourlyCalls: 90,
    burst: 24,
  },
  {
    server: 'Production_UK01',
    app: 'Site Sync',
    client: anyClient,
    limits: [...defaultLimits],
    hourlyCalls: 210,
    burst: 35,
  },
  {
    server: 'Production_US01',
    app: 'Ledger Bridge',
    client: anyClient,
    limits: [{ ...hourly(3600), fill_type: 'quota' }, spike(40)],
    hourlyCalls: 120,
    burst: 46,
  },
  {
    server: 'Monthly_Sandbox_US01',
    app: 'Kilnworks Pours',
    client: anyClient,
    limits: [hourly(14_400), spike(200)],
    hourlyCalls: 75,
    burst: 140,
  },
]

/** Builds the seconds of one day in which a client called: few at night, a burst when the hourly sync starts. */
function buildSeconds({ hourlyCalls, burst }: DemoUse, now: Date, seed: number): RecordedSecond[] {
  const random = seededRandom(seed)
  const counts = new Map<number, number>()
  const add = (second: number) => counts.set(second, (counts.get(second) ?? 0) + 1)
  const end = Math.floor(now.getTime() / 1000)
  for (let hour = 24; hour > 0; hour -= 1) {
    const start = end - hour * 3600
    const clock = new Date(start * 1000).getUTCHours()
    const busy = clock >= 13 && clock <= 23 ? 1 : 0.25
    const calls = Math.round(hourlyCalls * busy * (0.8 + 0.4 * random()))
    for (let call = 0; call < calls; call += 1) add(start + Math.floor(random() * 3600))
    const sync = Math.floor(start / 10) * 10 + 10 * Math.floor(random() * 6)
    const inBurst = Math.round(burst * busy * (0.6 + 0.6 * random()))
    for (let call = 0; call < inBurst; call += 1) add(sync + Math.floor(random() * 10))
  }
  return [...counts]
    .map(([second, calls]) => ({ second, calls }))
    .filter(({ second }) => second <= end)
    .toSorted((a, b) => a.second - b.second)
}

async function insertUse(tx: Tx, use: DemoUse, domain: string, seconds: RecordedSecond[]): Promise<void> {
  const refused = replay(use.limits, seconds)
  const { id } = await tx
    .insertInto('quota_counters')
    .values({
      server: use.server,
      domain,
      client_id: use.client,
      second: seconds.at(-1)?.second ?? 0,
      windows: '[]',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('quota_checks')
    .columns(['counter_id', 'second', 'allowed', 'refused'])
    .expression(
      sql`select ${id}::bigint, * from unnest(${seconds.map(({ second }) => second)}::bigint[],
        ${seconds.map(({ calls }, index) => calls - (refused[index] ?? 0))}::integer[], ${refused}::integer[])`,
    )
    .execute()
}

/** Inserts buckets with their history, and the checks of the last day. */
export async function insertQuotas(
  tx: Tx,
  now: Date,
  people: DemoPeople,
  { isGovernmentCloud }: DemoPortal,
): Promise<void> {
  const servers = serversIn('standard', isGovernmentCloud)
  const apps = await tx.selectFrom('developer_apps').select(['uid', 'internal_name']).execute()
  const uids = new Map(apps.map(({ internal_name, uid }) => [internal_name, uid]))
  const rows = new Map<DemoBucket, BucketRow>()
  for (const { bucket, state } of changes) {
    if (!servers.includes(bucket.server)) continue
    const domain = uids.get(bucket.app) ?? ''
    const context = { now, staff: people.staff, domain }
    rows.set(bucket, await insertState(tx, context, bucket, state, rows.get(bucket)))
  }
  for (const [index, use] of uses.entries()) {
    if (!servers.includes(use.server)) continue
    await insertUse(tx, use, uids.get(use.app) ?? '', buildSeconds(use, now, index + 1))
  }
}
