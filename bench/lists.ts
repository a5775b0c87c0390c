// Measures the staff lists with a million apps, 200,000 developers and a million audit log entries against the same
// lists at a hundredth of that size, alternating between two servers: every filter, sort and search on page 1, then
// page 1,000. Finally compares a few of them with a bare handler that runs the same SQL.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stringifyBrackets } from '@trestle/domain/http/brackets.ts'
import { startPortal } from '../e2e/portal.ts'
import { fillDemo } from '../server/seed/run.ts'
import { listAllDevelopers } from '../server/src/accounts/adminList.ts'
import { listAllApps, listQueue } from '../server/src/apps/adminList.ts'
import { listEvents } from '../server/src/audit/list.ts'
import { connect } from '../server/src/db/connect.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { openDatabase } from '../server/src/db/pool.ts'
import type { Services } from '../server/src/services.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { fillApps } from './manyApps.ts'
import { median, timed } from './measure.ts'
import { signIn, throughput } from './throughput.ts'

const million = Number(process.argv[2] ?? 1_000_000)
const rounds = Number(process.argv[3] ?? 25)
const perPage = 50

/** Cases whose result grows with the data. They take longer to read, so their times are printed but have no limit. */
type Grows = 'grows'
type Case = [query: object, grows?: Grows]

const both = (...columns: string[]) => columns.flatMap((column) => [{ sort: column }, { sort: `-${column}` }])
const filtered = (filters: object, ...more: object[]) =>
  (more.length > 0 ? more : [{}]).map((m) => ({ filters, ...m }))
const appSorts = both(
  'internal_name',
  'owner',
  'created_at',
  'marketplace_listing_in_review_at',
  'deleted_at',
)
// Part of one app's name, part of an email address, part of forty app names, and a text without matches.
const searches = ['uokk', 'wei471@sum', 'eppeli', 'no such text'].flatMap((search) => filtered({ search }))
const growing: Case[] = ['harbour', 'le', '00007', 'dge ledger 00047'].map((search) => [
  { filters: { search } },
  'grows',
])

const queries = (...all: object[]): Case[] => all.map((query) => [query])
const cases: Record<string, Case[]> = {
  developer_apps: [
    ...queries(
      {},
      ...filtered({ with_deleted: true }, {}, ...appSorts),
      ...filtered({ in_review: true }, {}, ...appSorts),
      ...filtered({ in_review: true, with_deleted: true }),
      ...filtered({ owner_id: [1500] }),
      ...filtered({ owner_id: Array.from({ length: 100 }, (_, n) => 1100 + n) }, {}, { sort: 'owner' }),
      ...appSorts,
      ...searches,
      ...filtered({ search: 'eppeli', in_review: true }),
      ...filtered({ search: 'eppeli', with_deleted: true }, { sort: 'owner' }),
    ),
    ...growing,
  ],
  review_queue: queries(
    {},
    ...both('internal_name', 'owner', 'in_review_at'),
    ...filtered({ in_review: false }, {}, ...both('internal_name', 'owner', 'in_review_at')),
    ...filtered({ search: 'eppeli' }),
  ),
  oauth_applications: [
    ...queries(
      ...['production', 'sandbox'].flatMap((environment) =>
        [
          {},
          ...both('name', 'uid'),
          ...searches,
          ...filtered({ name: 'eppeli' }),
          ...filtered({ uid: environment === 'sandbox' ? 'sabcd' : 'abcd' }),
        ].map((query) => ({ environment, ...query })),
      ),
    ),
    [{ filters: { search: 'harbour' } }, 'grows'],
  ],
  developers: [
    ...queries({}, ...both('name', 'company_name', 'email', 'procore_id')),
    ...queries(...['wei471@sum', 'da santos', 'no such text'].flatMap((search) => filtered({ search }))).map(
      ([query], index): Case => (index === 1 ? [query, 'grows'] : [query]),
    ),
  ],
  audit_events: [
    ...queries(
      {},
      ...filtered({ actor_id: 1500 }),
      ...filtered({ app_id: 1500 }),
      ...filtered({ action: 'version.saved' }),
      ...filtered({ subject_type: 'app' }),
      ...filtered({ from: '2026-10-30', to: '2026-10-30' }),
      ...filtered({ action: 'app.deleted', from: '2026-10-29', to: '2026-10-31' }),
      ...filtered({ actor_id: 1500, action: 'version.saved' }),
      ...filtered({ search: 'wei471@sum' }),
      ...filtered({ search: 'request-777' }),
    ),
  ],
}

const postgres = await startPostgres()

/** Starts a server with this many apps and returns it with its database. */
async function serve(name: string, apps: number) {
  const url = Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href
  const maintenance = await openDatabase({ databaseUrl: postgres.url, dataDir: '', log: () => undefined })
  await maintenance.pool.query(`create database ${name}`)
  await maintenance.close()
  const database = await openDatabase({ databaseUrl: url, dataDir: '', log: () => undefined })
  await migrate(database.pool)
  const db = connect(database.pool)
  await fillDemo({ db, now: () => new Date() })
  await fillApps(database.pool, apps, apps / 5)
  const portal = await startPortal({ DATABASE_URL: url })
  return { database, db, portal, cookie: await signIn(portal.url, 'staff@demo.test') }
}

type Server = Awaited<ReturnType<typeof serve>>
const small = await serve('small', million / 100)
const large = await serve('large', million)

async function ask({ portal, cookie }: Server, list: string, query: object): Promise<number> {
  const answer = await fetch(`${portal.url}/api/v1/admin/${list}?${stringifyBrackets({ ...query })}`, {
    headers: { cookie },
  })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${list} ${JSON.stringify(query)}: ${answer.status}`)
  return Number(answer.headers.get('total'))
}

/**
 * Returns the medians of the same call on both servers. The calls alternate, so that other load on the machine affects
 * both alike.
 */
async function compare(calls: (() => Promise<unknown>)[]): Promise<number[]> {
  const times: number[][] = calls.map(() => [])
  for (let round = -2; round < rounds; round += 1) {
    for (const [index, call] of calls.entries()) {
      const taken = await timed(call)
      if (round >= 0) times[index]?.push(taken)
    }
  }
  return times.map(median)
}

const cell = (value: number, digits: number, width: number) => value.toFixed(digits).padStart(width)
const worst = { size: 0, depth: 0 }

async function measure(list: string, [query, grows]: Case): Promise<void> {
  const total = await ask(large, list, query)
  const last = Math.max(1, Math.ceil(total / perPage))
  const deep = Math.min(1000, last)
  const [few = 0, many = 0, far = 0] = await compare([
    () => ask(small, list, query),
    () => ask(large, list, query),
    () => ask(large, list, { ...query, page: deep }),
  ])
  if (!grows) {
    worst.size = Math.max(worst.size, many / few)
    worst.depth = Math.max(worst.depth, far / many)
  }
  const name = `${list} ${decodeURIComponent(stringifyBrackets({ ...query }))}`
  const shown = name.length > 76 ? `${name.slice(0, 75)}…` : name.padEnd(76)
  console.log(
    `${shown} ${cell(total, 0, 8)} rows ${cell(few, 2, 7)} ${cell(many, 2, 8)} ms ${cell(many / few, 2, 6)} ×` +
      `   page ${String(deep).padStart(4)} ${cell(far / many, 2, 6)} ×${grows ? '   grows with its matches' : ''}`,
  )
}

console.log(
  `medians of ${rounds} calls over HTTP on PostgreSQL: page 1 of ${million / 100} apps, of ${million} apps,`,
)
console.log('their ratio, and page 1,000 of the larger (or its last page) against its page 1')
for (const [list, all] of Object.entries(cases)) {
  for (const one of all) await measure(list, one)
}
console.log(
  `at worst ${worst.size.toFixed(2)} × the smaller; page 1,000 at worst ${worst.depth.toFixed(2)} × page 1\n`,
)

const services = { db: large.db } as Services
const first = { page: 1, per_page: perPage }
const bares: [list: string, query: object, read: () => Promise<unknown>][] = [
  ['developer_apps', {}, () => listAllApps(services, first as never)],
  [
    'developer_apps',
    { filters: { search: 'eppeli' } },
    () => listAllApps(services, { ...first, filters: { search: 'eppeli' } } as never),
  ],
  ['review_queue', {}, () => listQueue(services, first as never)],
  ['developers', {}, () => listAllDevelopers(services, first as never)],
  ['audit_events', {}, () => listEvents(services, first as never)],
]

/** Starts a server that only runs this query. */
async function serveBare(read: () => Promise<unknown>): Promise<{ url: string; close: () => void }> {
  const bare = createServer((_, response) => {
    void read().then((page) => {
      response.setHeader('content-type', 'application/json')
      return response.end(JSON.stringify(page))
    })
  })
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`, close: () => bare.close() }
}

console.log(
  'requests a second of 8 callers: a bare handler with the same SQL, through the server, and their ratio',
)
for (const [list, query, read] of bares) {
  const bare = await serveBare(read)
  const [without, through]: [number[], number[]] = [[], []]
  for (let round = 0; round < 5; round += 1) {
    without.push(await throughput(bare.url, {}))
    const url = `${large.portal.url}/api/v1/admin/${list}?${stringifyBrackets({ ...query })}`
    through.push(await throughput(url, { cookie: large.cookie }))
  }
  const [plain, whole] = [median(without), median(through)]
  const name = `${list} ${decodeURIComponent(stringifyBrackets({ ...query }))}`
  console.log(`${name.padEnd(40)} ${cell(plain, 0, 6)} ${cell(whole, 0, 6)} ${cell(whole / plain, 2, 6)}`)
  bare.close()
}

for (const { portal, database } of [small, large]) {
  await portal.stop()
  await portal.remove()
  await database.close()
}
await postgres.stop()
