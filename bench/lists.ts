// Measures the product's long lists against the same lists at a hundredth of their size, alternating between two
// servers: a million apps, 200,000 developers, five million audit events, 50,000 listings, 20,000 changes of the API,
// 5,000 notifications and 1,000 versions of one app; every filter, sort and search on page 1, then page 1,000.
// Optional arguments: the number of apps, and rounds.
import { rmSync } from 'node:fs'
import { stringifyBrackets } from '@trestle/domain/http/brackets.ts'
import { lastPageFor, maxPerPage } from '@trestle/domain/http/paging.ts'
import { startPortal } from '../e2e/portal.ts'
import { fillDemo } from '../server/seed/run.ts'
import { connect } from '../server/src/db/connect.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { openDatabase } from '../server/src/db/pool.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { fillApps } from './manyApps.ts'
import { appOfVersions, fillLists, writeReference } from './manyRows.ts'
import { median, timed } from './measure.ts'
import { toTable, writeSection } from './report.ts'
import { signIn } from './throughput.ts'

const million = Number(process.argv[2] ?? 1_000_000)
const rounds = Number(process.argv[3] ?? 25)

/** Searches whose matches, or rows that nearly match, grow with the data. Up to 10,000 are read: a limit in ms. */
type Grows = 'grows'
type Case = [query: object, grows?: Grows]
const longest = 25

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
  'admin/developer_apps': [
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
  'admin/review_queue': queries(
    {},
    ...both('internal_name', 'owner', 'in_review_at'),
    ...filtered({ in_review: false }, {}, ...both('internal_name', 'owner', 'in_review_at')),
    ...filtered({ search: 'eppeli' }),
  ),
  'admin/oauth_applications': [
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
  'admin/developers': [
    ...queries({}, ...both('name', 'company_name', 'email', 'procore_id')),
    ...queries(...['wei471@sum', 'da santos', 'no such text'].flatMap((search) => filtered({ search }))).map(
      ([query], index): Case => (index === 1 ? [query, 'grows'] : [query]),
    ),
  ],
  'admin/audit_events': [
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
    [{ filters: { search: 'harbour' } }, 'grows'],
  ],
  'marketplace/apps': [
    ...queries(...filtered({ search: 'zeppelin' }), ...filtered({ search: 'no such app' })),
    [{ filters: { search: 'listing' } }, 'grows'],
    [{ filters: { search: 'plans' } }, 'grows'],
  ],
  'resource_groups/aggregated_changelog': queries({}, ...filtered({ search: 'zeppelin' })),
  notifications: queries({}, ...filtered({ unread: true })),
  'admin/notifications': queries({}),
  manifests: queries(...filtered({ developer_app_id: appOfVersions })),
}

const postgres = await startPostgres()

/** Starts a server with this many apps and returns it with its database. */
async function serve(name: string, apps: number, share: number) {
  const url = Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href
  const maintenance = await openDatabase({ databaseUrl: postgres.url, dataDir: '', log: () => undefined })
  await maintenance.pool.query(`create database ${name}`)
  await maintenance.close()
  const database = await openDatabase({ databaseUrl: url, dataDir: '', log: () => undefined })
  await migrate(database.pool)
  const db = connect(database.pool)
  await fillDemo({ db, now: () => new Date() })
  await fillApps(database.pool, apps, apps / 5)
  await fillLists(database.pool, {
    listings: 50_000 * share,
    notifications: 5000 * share,
    // Both lists fill a page.
    versions: Math.max(maxPerPage, 1000 * share),
    events: 5 * apps,
  })
  const reference = writeReference(20_000 * share)
  const portal = await startPortal({ DATABASE_URL: url, REFERENCE_DIR: reference })
  return { database, portal, reference, headers: await signIn(portal.url, 'staff@demo.test') }
}

type Server = Awaited<ReturnType<typeof serve>>
const small = await serve('small', million / 100, 0.01)
const large = await serve('large', million, 1)

async function ask(
  { portal, headers }: Server,
  list: string,
  query: object,
): Promise<{ total: number; last: number }> {
  const answer = await fetch(`${portal.url}/api/v1/${list}?${stringifyBrackets({ ...query })}`, {
    headers: { ...headers },
  })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${list} ${JSON.stringify(query)}: ${answer.status}`)
  const total = Number(answer.headers.get('total'))
  return { total, last: lastPageFor(total, Number(answer.headers.get('per-page'))) }
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

const worst = { size: 0, depth: 0, ms: 0 }
const rows: string[][] = []

async function measure(list: string, [query, grows]: Case): Promise<void> {
  const { total, last } = await ask(large, list, query)
  const deep = Math.min(1000, last)
  const [few = 0, many = 0, far = 0] = await compare([
    () => ask(small, list, query),
    () => ask(large, list, query),
    () => ask(large, list, { ...query, page: deep }),
  ])
  if (grows) worst.ms = Math.max(worst.ms, many)
  else {
    worst.size = Math.max(worst.size, many / few)
    worst.depth = Math.max(worst.depth, far / many)
  }
  const name = `${list} ${decodeURIComponent(stringifyBrackets({ ...query }))}`.trim()
  const shown = name.length > 76 ? `${name.slice(0, 75)}…` : name
  const limit = grows ? verdict(many <= longest) : verdict(many / few <= 1.3)
  const row = [
    shown,
    String(total),
    few.toFixed(2),
    many.toFixed(2),
    (many / few).toFixed(2),
    (far / many).toFixed(2),
    limit,
  ]
  rows.push(row)
  console.log(row.join('  '))
}

const verdict = (isMet: boolean) => (isMet ? 'yes' : 'no')

for (const [list, all] of Object.entries(cases)) {
  for (const one of all) await measure(list, one)
}
const summary = [
  `At worst, a list takes ${worst.size.toFixed(2)} times as long as the smaller one, page 1,000 takes ${worst.depth.toFixed(2)} times as long`,
  `as page 1, and a search that many rows match, or nearly match, takes ${worst.ms.toFixed(1)} ms.`,
].join('\n')
console.log(summary)
writeSection(
  'bench:lists',
  [
    `Medians of ${rounds} calls over HTTP on PostgreSQL: page 1 of the smaller and of the larger list (${million.toLocaleString('en-US')} apps), and page`,
    '1,000 of the larger one, or its last page, against its page 1. A list is met if it takes at most 1.3 times as long as the',
    `smaller one. A search with more matches in the larger list is met if it takes ${longest} ms.`,
    '',
    summary,
    '',
    toTable(
      ['list', 'rows', 'smaller, ms', 'larger, ms', 'ratio', 'page 1,000', 'met'],
      rows.map(([name = '', ...figures]) => [`\`${name}\``, ...figures]),
    ),
  ].join('\n'),
)

for (const { portal, database, reference } of [small, large]) {
  rmSync(reference, { recursive: true })
  await portal.stop()
  await portal.remove()
  await database.close()
}
await postgres.stop()
