// What the lists of staff cost with a million apps, 200,000 developers and a million entries of the audit trail, against
// the same lists of a hundredth of that, in the same run: every filter, sort and search on page 1, then page 1,000.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startPortal } from '../e2e/portal.ts'
import { fillDemo } from '../server/seed/run.ts'
import { listDevelopers } from '../server/src/accounts/store.ts'
import { listDirectory, selectApps, selectOauthApplications } from '../server/src/apps/directory/store.ts'
import { listAudit } from '../server/src/audit/store.ts'
import { connect } from '../server/src/db/connect.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { type Database, openDatabase } from '../server/src/db/pool.ts'
import type { Db } from '../server/src/db/schema.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { fillApps } from './manyApps.ts'
import { median, timed } from './measure.ts'
import { signIn, throughput } from './throughput.ts'

const million = Number(process.argv[2] ?? 1_000_000)
const rounds = Number(process.argv[3] ?? 15)
const perPage = 50

interface Case {
  list: string
  what: string
  /** Matches grow with the data here, and so does the time that counting them takes: printed, not promised. */
  broad?: true
  read: (db: Db, page: number) => Promise<{ rows: unknown[]; total: number }>
}

const all = { owners: [], search: undefined, inReview: false, withDeleted: false }
const apps = (
  what: string,
  filters: Partial<Parameters<typeof selectApps>[1]>,
  sort: Parameters<typeof listDirectory>[2] = { column: 'created_at', direction: 'desc' },
  list = 'developer apps',
): Case => ({
  list,
  what,
  read: (db, page) =>
    listDirectory(db, selectApps(db, { ...all, ...filters }), sort, { page, per_page: perPage }),
})
const oauth = (
  environment: 'production' | 'sandbox',
  what: string,
  filters: { name?: string; uid?: string; search?: string },
  sort: Parameters<typeof listDirectory>[2] = { column: 'id', direction: 'desc' },
): Case => ({
  list: `OAuth ${environment}`,
  what,
  read: (db, page) =>
    listDirectory(
      db,
      selectOauthApplications(db, {
        environment,
        name: undefined,
        uid: undefined,
        search: undefined,
        ...filters,
      }),
      sort,
      { page, per_page: perPage },
    ),
})
const developers = (
  what: string,
  search: string | undefined,
  order: Omit<Parameters<typeof listDevelopers>[2], 'search'> = { column: 'id', direction: 'desc' },
): Case => ({
  list: 'developers',
  what,
  read: (db, page) => listDevelopers(db, { page, per_page: perPage }, { search, ...order }),
})
const audit = (what: string, filters: Parameters<typeof listAudit>[1]): Case => ({
  list: 'audit log',
  what,
  read: (db, page) => listAudit(db, filters, { page, per_page: perPage }),
})

const both = ['asc', 'desc'] as const
const dates = ['created_at', 'marketplace_listing_in_review_at', 'deleted_at'] as const
const searches = {
  'search, part of a name': 'ch ledger 000007',
  'search, part of an address': 'ian.moreau79@qua',
  'search, a word of 40': 'eppeli',
  'search, no match': 'no such text',
}

const cases: Case[] = [
  apps('as it opens', {}),
  apps('with deleted', { withDeleted: true }),
  apps('in review', { inReview: true }),
  apps('in review with deleted', { inReview: true, withDeleted: true }),
  apps('of 1 owner', { owners: [1500] }),
  apps('of 100 owners', { owners: Array.from({ length: 100 }, (_, n) => 1100 + n) }),
  ...(['internal_name', 'owner', ...dates] as const).flatMap((column) =>
    both.flatMap((direction) =>
      [false, true].flatMap((withDeleted) => [
        apps(
          `sort ${column} ${direction}${withDeleted ? ', with deleted' : ''}`,
          { withDeleted },
          { column, direction },
        ),
      ]),
    ),
  ),
  ...(['internal_name', 'owner'] as const).map((column) =>
    apps(`in review, sort ${column}`, { inReview: true }, { column, direction: 'asc' }),
  ),
  ...Object.entries(searches).map(([what, search]) => apps(what, { search })),
  apps('search, sorted by owner', { search: 'eppeli' }, { column: 'owner', direction: 'asc' }),
  apps('search, in review', { search: 'eppeli', inReview: true }),
  { ...apps('search, a tenth of all', { search: 'harbour' }), broad: true },
  { ...apps('search, one letter', { search: 'h' }), broad: true },
  ...(['internal_name', 'owner', 'in_review_at'] as const).flatMap((column) =>
    both.flatMap((direction) =>
      [true, false].map((inReview) =>
        apps(
          `sort ${column} ${direction}${inReview ? '' : ', not only in review'}`,
          { inReview },
          { column, direction },
          'review queue',
        ),
      ),
    ),
  ),
  ...(['production', 'sandbox'] as const).flatMap((environment) => [
    oauth(environment, 'as it opens', {}),
    ...(['name', environment === 'production' ? 'uid' : 'sandbox_uid'] as const).flatMap((column) =>
      both.map((direction) => oauth(environment, `sort ${column} ${direction}`, {}, { column, direction })),
    ),
    ...Object.entries(searches).map(([what, search]) => oauth(environment, what, { search })),
    oauth(environment, 'name', { name: 'eppeli' }),
    oauth(environment, 'uid', { uid: environment === 'production' ? 'abcd' : 'sabcd' }),
  ]),
  developers('as it opens', undefined),
  ...(['name', 'company_name', 'email', 'procore_id'] as const).flatMap((column) =>
    both.map((direction) => developers(`sort ${column} ${direction}`, undefined, { column, direction })),
  ),
  developers('search, part of an address', 'ian.moreau79@qua'),
  developers('search, one word of a name and more', 'reau1079'),
  developers('search, no match', 'no such text'),
  { ...developers('search, a tenth of all', 'rahman'), broad: true },
  audit('as it opens', {}),
  audit('of an actor', { actor_id: 1500 }),
  audit('of an app', { app_id: 1500 }),
  audit('of an action', { action: 'version.saved' }),
  audit('of a kind of subject', { subject_type: 'app' }),
  audit('of one day', { from: '2026-10-30', to: '2026-10-30' }),
  audit('of an action in three days', { action: 'app.deleted', from: '2026-10-29', to: '2026-10-31' }),
  audit('of an actor and an action', { actor_id: 1500, action: 'version.saved' }),
  audit('search, part of an address', { search: 'ian.moreau79@qua' }),
  audit('search, part of an app', { search: 'ch ledger 000007' }),
  audit('search, a request', { search: 'request-777' }),
]

async function open(address: string, name: string): Promise<{ database: Database; db: Db; url: string }> {
  const maintenance = await openDatabase({ databaseUrl: address, dataDir: '', log: () => undefined })
  await maintenance.pool.query(`create database ${name}`)
  await maintenance.close()
  const url = Object.assign(new URL(address), { pathname: `/${name}` }).href
  const database = await openDatabase({ databaseUrl: url, dataDir: '', log: () => undefined })
  await migrate(database.pool)
  const db = connect(database.pool)
  await fillDemo({ db, now: () => new Date() })
  return { database, db, url }
}

const postgres = await startPostgres()
const small = await open(postgres.url, 'small')
const large = await open(postgres.url, 'large')
await fillApps(small.database.pool, million / 100, million / 500)
await fillApps(large.database.pool, million, million / 5)

/** Medians of the same read here and there, in turns, so that the machine's other work meets both alike. */
async function compare(reads: (() => Promise<unknown>)[]): Promise<number[]> {
  const times: number[][] = reads.map(() => [])
  for (let round = 0; round < rounds + 2; round += 1) {
    for (const [index, read] of reads.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- measured one at a time
      const taken = await timed(read)
      if (round >= 2) times[index]?.push(taken)
    }
  }
  return times.map(median)
}

const cell = (value: number, digits: number, width: number) => value.toFixed(digits).padStart(width)
console.log(
  `medians of ${rounds} reads on PostgreSQL: ${million / 100} apps, ${million} apps, and their ratio;`,
)
console.log('then page 1,000 of the larger (or its middle page, when it has fewer) against its page 1')
const worst = { size: 0, depth: 0 }
for (const { list, what, read, broad } of cases) {
  // oxlint-disable-next-line no-await-in-loop -- measured one at a time
  const { total } = await read(large.db, 1)
  const deep = Math.min(1000, Math.ceil(total / perPage))
  // oxlint-disable-next-line no-await-in-loop -- measured one at a time
  const [few = 0, many = 0, far = 0] = await compare([
    () => read(small.db, 1),
    () => read(large.db, 1),
    () => read(large.db, Math.max(1, deep)),
  ])
  if (!broad) {
    worst.size = Math.max(worst.size, many / few)
    worst.depth = Math.max(worst.depth, far / many)
  }
  console.log(
    `${list.padEnd(17)} ${what.padEnd(58)} ${cell(few, 2, 8)} ${cell(many, 2, 8)} ms ${cell(many / few, 2, 7)} ×` +
      `  page ${String(deep).padStart(5)} ${cell(far / many, 2, 6)} ×${broad ? '  (grows with its matches)' : ''}`,
  )
}
console.log(`worst: ${worst.size.toFixed(2)} × the smaller, page 1,000 at ${worst.depth.toFixed(2)} × page 1`)

const portal = await startPortal({ DATABASE_URL: large.url })
const cookie = await signIn(portal.url, 'staff@demo.test')
const lists: [name: string, path: string, read: Case['read']][] = [
  ['developer apps', 'developer_apps', apps('', {}).read],
  ['search of apps', 'developer_apps?filters[search]=eppeli', apps('', { search: 'eppeli' }).read],
  [
    'review queue',
    'review_queue',
    apps('', { inReview: true }, { column: 'in_review_at', direction: 'asc' }).read,
  ],
  ['OAuth applications', 'oauth_applications', oauth('production', '', {}).read],
  ['developers', 'developers', developers('', undefined).read],
  ['audit log', 'audit_events', audit('', {}).read],
]
console.log(
  'requests a second of 8 callers: bare node:http handler with the same SQL, through the server, and the ratio',
)
for (const [name, path, read] of lists) {
  const bare = createServer((_, response) => {
    void read(large.db, 1).then((rows) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(rows)),
    )
  })
  // oxlint-disable-next-line no-await-in-loop -- measured one at a time
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
  const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`
  const without: number[] = []
  const through: number[] = []
  for (let round = 0; round < 5; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- measured one at a time
    without.push(await throughput(bareUrl, {}))
    // oxlint-disable-next-line no-await-in-loop -- measured one at a time
    through.push(await throughput(`${portal.url}/api/v1/admin/${path}`, { cookie }))
  }
  const [plain, whole] = [median(without), median(through)]
  console.log(`${name.padEnd(20)} ${cell(plain, 0, 6)} ${cell(whole, 0, 6)} ${cell(whole / plain, 2, 6)}`)
  bare.close()
}
await portal.stop()
await portal.remove()
await small.database.close()
await large.database.close()
await postgres.stop()
