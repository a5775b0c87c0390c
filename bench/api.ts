// Measures this server against a bare Node server with pg that runs the same SQL on the same database, side by side:
// lists, searches, single reads and saves over HTTP, in requests per second. Then a quota check against an upsert, and
// storing 1,000 records of the platform against an insert. Optional arguments: rounds, and seconds per round.
import { stringifyBrackets } from '@trestle/domain/http/brackets.ts'
import { startPortal } from '../e2e/portal.ts'
import { fillDemo } from '../server/seed/run.ts'
import { connect } from '../server/src/db/connect.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { openDatabase } from '../server/src/db/pool.ts'
import { buildServer } from '../server/src/server.ts'
import { readSettings } from '../server/src/settings.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { recordStatements } from '../server/testing/recordStatements.ts'
import type { BareCalls } from './bareServer.ts'
import { measureEvents } from './events.ts'
import { fillApps } from './manyApps.ts'
import { median } from './measure.ts'
import { measureQuotaCheck } from './quotas.ts'
import { toTable, writeSection } from './report.ts'
import { startBare } from './startBare.ts'
import { signIn, throughput, type BenchSession } from './throughput.ts'

const rounds = Number(process.argv[2] ?? 5)
const seconds = Number(process.argv[3] ?? 2)
const apps = 10_000

const postgres = await startPostgres()
const database = await openDatabase({ databaseUrl: postgres.url, dataDir: '', log: () => undefined })
await migrate(database.pool)
const db = connect(database.pool)
await fillDemo({ db, now: () => new Date() })
await fillApps(database.pool, apps, apps / 5)
const own = await db
  .selectFrom('developer_apps')
  .innerJoin('developers', 'developers.id', 'owner_id')
  .select('developer_apps.id')
  .where('email', '=', 'owner@demo.test')
  .orderBy('developer_apps.id')
  .executeTakeFirstOrThrow()

const portal = await startPortal({ DATABASE_URL: postgres.url })
const [owner, staff] = [
  await signIn(portal.url, 'owner@demo.test'),
  await signIn(portal.url, 'staff@demo.test'),
]

interface Call {
  name: string
  /** At least this share of the bare server's requests per second. */
  least: number
  as: BenchSession
  path: string
  save?: boolean
}

const staffList = (name: string, list: string, query: object = {}): Call => ({
  name,
  least: 0.5,
  as: staff,
  path: `/api/v1/admin/${list}?${stringifyBrackets({ ...query })}`,
})
const search = (text: string) => ({ filters: { search: text } })
const ownApp = `/api/v1/developer_apps/${own.id}`
const adminApp = `/api/v1/admin/developer_apps/${own.id}`
const calls: Call[] = [
  { name: "a developer's apps", least: 0.5, as: owner, path: '/api/v1/developer_apps' },
  staffList('all apps', 'developer_apps'),
  staffList('search in all apps', 'developer_apps', search('eppeli')),
  staffList('all developers', 'developers'),
  staffList('search in all developers', 'developers', search('wei471@')),
  staffList('audit log', 'audit_events'),
  {
    name: 'search in the marketplace',
    least: 0.5,
    as: owner,
    path: `/api/v1/marketplace/apps?${stringifyBrackets(search('sync'))}`,
  },
  { name: 'one app, for its owner', least: 0.25, as: owner, path: ownApp },
  { name: 'one app, for staff', least: 0.25, as: staff, path: adminApp },
  { name: 'save settings, as owner', least: 0.25, as: owner, path: ownApp, save: true },
  { name: 'save settings, as staff', least: 0.25, as: staff, path: adminApp, save: true },
]

/** Returns the request that makes a call for the nth time. A save changes the app each time. */
const toRequest = ({ as, save }: Call, n: number) => ({
  method: save ? ('PATCH' as const) : ('GET' as const),
  headers: { ...as, ...(save && { 'content-type': 'application/json' }) },
  ...(save && { body: JSON.stringify({ name: `Renamed ${n}` }) }),
})

/** Returns the statements that this server runs for each call. */
async function recordCalls(): Promise<BareCalls['calls']> {
  const settings = readSettings({})
  const { app, close } = await buildServer(
    { db, settings, pool: database.pool, probe: database.probe },
    { pollJobs: false },
  )
  const recorded: BareCalls['calls'] = []
  for (const call of calls) {
    const { body, ...request } = toRequest(call, -1)
    const send = async () => {
      const reply = await app.inject({ ...request, url: call.path, ...(body && { payload: body }) })
      if (reply.statusCode !== 200) throw new Error(`${call.name}: ${reply.statusCode} ${reply.body}`)
    }
    await send()
    await db.updateTable('developer_apps').set({ name: 'Before' }).where('id', '=', own.id).execute()
    recorded.push(await recordStatements(database.pool, send))
  }
  await close()
  return recorded
}

const cell = (value: number, digits = 2) => value.toFixed(digits)
const verdict = (isMet: boolean) => (isMet ? 'yes' : 'no')

async function measureCalls(): Promise<string[][]> {
  const recorded = await recordCalls()
  const bare = await startBare({ databaseUrl: postgres.url, calls: recorded })
  const rows: string[][] = []
  for (const [index, call] of calls.entries()) {
    const [without, whole]: [number[], number[]] = [[], []]
    for (let round = -1; round < rounds; round += 1) {
      const plain = await throughput(`${bare.url}/${index}`, () => ({}), seconds)
      const through = await throughput(
        `${portal.url}${call.path}`,
        (n) => toRequest(call, round * 1_000_000 + n),
        seconds,
      )
      if (round < 0) continue
      without.push(plain)
      whole.push(through)
    }
    const ratio = median(whole) / median(without)
    rows.push([
      call.name,
      String(recorded[index]?.length),
      cell(median(without), 0),
      cell(median(whole), 0),
      cell(ratio),
      cell(call.least),
      verdict(ratio >= call.least),
    ])
    console.log(rows.at(-1)?.join('  '))
  }
  bare.child.kill()
  return rows
}

const httpRows = await measureCalls()
await portal.stop()
await portal.remove()

const checkRows: string[][] = []
for (const callers of [1, 8]) {
  const { bare, whole } = await measureQuotaCheck(database, db, { callers, calls: rounds * 200 })
  checkRows.push([
    `a quota check, ${callers} concurrent`,
    cell(bare),
    cell(whole),
    cell(whole / bare),
    '3.00',
    verdict(whole / bare <= 3),
  ])
}
const events = await measureEvents(database, db, rounds * 4 + 1)
for (const [name, value] of [
  ['storing 1,000 records', events.whole],
  ['storing them again', events.again],
] as const) {
  const ratio = value / events.bare
  checkRows.push([name, cell(events.bare), cell(value), cell(ratio), '3.00', verdict(ratio <= 3)])
}
for (const row of checkRows) console.log(row.join('  '))
await database.close()
await postgres.stop()

writeSection(
  'bench:api',
  [
    `Medians of ${rounds} alternating rounds of ${seconds} s with 8 callers, ${apps.toLocaleString('en-US')} apps, PostgreSQL. The bare server runs the same SQL and`,
    'returns the rows as JSON.',
    '',
    toTable(
      [
        'call',
        'SQL statements with begin and commit',
        'bare, requests/s',
        'Trestle, requests/s',
        'ratio',
        'at least',
        'met',
      ],
      httpRows,
    ),
    '',
    'A quota check against an upsert of one counter in a transaction, and records against an insert of the same rows with the',
    'same indexes and `on conflict do nothing`:',
    '',
    toTable(['work', 'bare, ms', 'Trestle, ms', 'ratio', 'at most', 'met'], checkRows),
  ].join('\n'),
)
