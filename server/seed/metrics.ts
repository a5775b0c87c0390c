import { maxEventsPerCall, type PlatformEvent } from '@trestle/domain/metrics/contract.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import type { Tx } from '../src/db/schema.ts'
import { storeEvents } from '../src/metrics/recordEvents.ts'
import { companies } from './companies.ts'
import { seededRandom } from './seededRandom.ts'

const reportedDays = 180

type Call = Pick<
  Extract<PlatformEvent, { kind: 'api_call' }>,
  'response_code' | 'http_method' | 'normalized_route'
> & {
  /** Calls on a weekday at the end of the demo. */
  perDay: number
}

interface DemoTraffic {
  app: string
  /** Days before now at which the traffic started. */
  since: number
  /** Views on a weekday at the end of the demo. */
  views: number
  installations: number
  calls: Call[]
}

const call = (
  perDay: number,
  http_method: Call['http_method'],
  normalized_route: string,
  response_code = 200,
): Call => ({ perDay, http_method, normalized_route, response_code })

/**
 * The traffic of Site Sync and Ledger Bridge starts with their listings. Kilnworks Pours is installed manually, and Crane
 * Watch is in a trial.
 */
const traffic: DemoTraffic[] = [
  {
    app: 'Site Sync',
    since: 140,
    views: 17,
    installations: 30,
    calls: [
      call(4200, 'GET', '/rest/v1.0/projects/:project_id/observations'),
      call(2600, 'GET', '/rest/v1.0/projects/:project_id/rfis'),
      call(1900, 'GET', '/rest/v1.1/projects/:project_id/submittals'),
      call(640, 'PATCH', '/rest/v1.0/projects/:project_id/observations/:id'),
      call(310, 'POST', '/rest/v1.0/projects/:project_id/observations', 201),
      call(55, 'GET', '/rest/v1.1/projects/:project_id/submittals', 403),
      call(24, 'GET', '/rest/v1.0/projects/:project_id/observations', 429),
      call(9, 'PATCH', '/rest/v1.0/projects/:project_id/observations/:id', 404),
    ],
  },
  {
    app: 'Ledger Bridge',
    since: 28,
    views: 8,
    installations: 14,
    calls: [
      call(1500, 'GET', '/rest/v1.0/projects/:project_id/commitments'),
      call(700, 'GET', '/rest/v1.0/projects/:project_id/change_events'),
      call(420, 'PATCH', '/rest/v1.0/companies/:company_id/sync_groups/:id'),
      call(120, 'POST', '/rest/v1.0/companies/:company_id/erp_requests', 202),
      call(18, 'POST', '/rest/v1.0/companies/:company_id/erp_requests', 422),
    ],
  },
  {
    app: 'Kilnworks Pours',
    since: 94,
    views: 0,
    installations: 4,
    calls: [
      call(260, 'GET', '/rest/v1.0/projects/:project_id/rfis'),
      call(140, 'GET', '/rest/v1.0/projects/:project_id/observations'),
      call(7, 'GET', '/rest/v1.0/projects/:project_id/rfis', 401),
    ],
  },
  {
    app: 'Crane Watch',
    since: 25,
    views: 0,
    installations: 1,
    calls: [call(90, 'GET', '/rest/v1.0/projects/:project_id/daily_logs/weather_logs')],
  },
]

interface Drawn {
  uid: string
  now: Date
  random: () => number
  /** A separate sequence for the times of visits: it draws once per visit, and must not shift the other draws. */
  visitRandom: () => number
}

/** Returns a day's traffic factor: lower on weekends, growing as the app becomes known, with some noise. */
function busyness({ now, random }: Drawn, since: number, daysAgo: number): number {
  const weekday = new Date(now.getTime() - daysAgo * dayMs).getUTCDay()
  const week = weekday === 0 || weekday === 6 ? 0.2 : 1
  const growth = 0.25 + 0.75 * (1 - daysAgo / since)
  return week * growth * (0.7 + 0.6 * random())
}

/** Returns a random time in the 20 hours before this many days ago. */
const randomMoment = ({ now, random }: Drawn, daysAgo: number): string =>
  new Date(now.getTime() - daysAgo * dayMs - random() * (dayMs / 1.2)).toISOString()

type Unnamed = PlatformEvent extends infer Event
  ? Event extends unknown
    ? Omit<Event, 'event_id'>
    : never
  : never

function buildDay(drawn: Drawn, { since, views, calls }: DemoTraffic, daysAgo: number): Unnamed[] {
  const { uid } = drawn
  const busy = busyness(drawn, since, daysAgo)
  const occurred_at = randomMoment(drawn, daysAgo)
  const visits = Array.from({ length: Math.round(views * busy) }, (): Unnamed => ({
    kind: 'marketplace_view',
    uid,
    occurred_at: randomMoment({ ...drawn, random: drawn.visitRandom }, daysAgo),
  }))
  const counted = calls.flatMap(({ perDay, ...route }): Unnamed[] => {
    const count = Math.round(perDay * busy * (0.8 + 0.4 * drawn.random()))
    return count === 0 ? [] : [{ kind: 'api_call', uid, occurred_at, ...route, count }]
  })
  return [...visits, ...counted]
}

/** Builds installations spread over time, of which one in six is uninstalled again. */
function buildInstallations(drawn: Drawn, { since, installations }: DemoTraffic): Unnamed[] {
  const { uid, random } = drawn
  return companies.slice(0, installations).flatMap(({ user_email, ...company }): Unnamed[] => {
    const arrived = Math.floor(since * random() ** 1.3)
    const installed = { uid, company, user_email, occurred_at: randomMoment(drawn, arrived) }
    const left = random() < 1 / 6 ? Math.floor(arrived * random()) : null
    return [
      { kind: 'installation', ...installed },
      ...(left === null || left === arrived
        ? []
        : [{ kind: 'uninstallation' as const, ...installed, occurred_at: randomMoment(drawn, left) }]),
    ]
  })
}

/** Inserts 180 days of metrics that the platform's services report for the demo apps. */
export async function insertMetrics(tx: Tx, now: Date): Promise<void> {
  const apps = await tx.selectFrom('developer_apps').select(['uid', 'internal_name']).execute()
  const uids = new Map(apps.map(({ internal_name, uid }) => [internal_name, uid]))
  const events = traffic
    .flatMap((app, index) => {
      // Fixed seeds, so that every machine gets the same data.
      const drawn = {
        uid: uids.get(app.app) ?? '',
        now,
        random: seededRandom(index + 1),
        visitRandom: seededRandom(index + 101),
      }
      const days = Array.from({ length: Math.min(app.since, reportedDays) }, (_, daysAgo) =>
        buildDay(drawn, app, daysAgo),
      )
      return [...buildInstallations(drawn, app), ...days.flat()]
    })
    .map((event, index): PlatformEvent => ({ ...event, event_id: `demo-${String(index).padStart(6, '0')}` }))
  for (let start = 0; start < events.length; start += maxEventsPerCall) {
    await storeEvents(tx, null, now, events.slice(start, start + maxEventsPerCall))
  }
}
