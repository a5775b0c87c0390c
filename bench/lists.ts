// Measures the product's long lists against the same lists at a hundredth of their size, alternating between two
// servers: a million apps, 200,000 developers, five million audit events, 50,000 listings, 20,000 changes of the API,
// 5,000 notifications and 1,000 versions of one app; every filter, sort and search on page 1, then page 1,000.
//
// `--apps 100000` measures fewer, `--rounds 5` in fewer rounds. `--only marketplace` measures the lists whose name or
// query contains a string and writes nothing. Filling the databases takes most of the time: `--server postgres://…`
// fills them once on that server and reuses them.
import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { stringifyBrackets } from '@trestle/domain/http/brackets.ts'
import { lastPageFor, maxPerPage } from '@trestle/domain/http/paging.ts'
import { startPortal } from '../e2e/portal.ts'
import { fillDemo } from '../server/seed/run.ts'
import { connect } from '../server/src/db/connect.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { openDatabase } from '../server/src/db/pool.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { listCases, type ListCase } from './listCases.ts'
import { fillApps } from './manyApps.ts'
import { fillLists, writeReference } from './manyRows.ts'
import { median, timed } from './measure.ts'
import { toTable, writeSection } from './report.ts'
import { signIn } from './throughput.ts'

const { values: options } = parseArgs({
  options: {
    apps: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '25' },
    only: { type: 'string', default: '' },
    server: { type: 'string' },
  },
})
const million = Number(options.apps)
const rounds = Number(options.rounds)

/** The limits: of a list's time as a multiple of the smaller list's, and of searches that many rows match. */
const maxRatio = 1.3
const maxMs = 25

const started = options.server === undefined ? await startPostgres() : undefined
const serverUrl = started?.url ?? options.server ?? ''

const open = (databaseUrl: string) => openDatabase({ databaseUrl, dataDir: '', log: () => undefined })

/** Creates a database and returns whether it existed before. */
async function createDatabase(name: string): Promise<boolean> {
  const { pool, close } = await open(serverUrl)
  const { rowCount: known } = await pool.query('select from pg_database where datname = $1', [name])
  if (!known) await pool.query(`create database ${name}`)
  await close()
  return Boolean(known)
}

/** Starts a server with this many apps and returns it with its database. */
async function serve(size: string, apps: number, share: number) {
  const name = `lists_${size}_${million}`
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  const isFilled = await createDatabase(name)
  const database = await open(url)
  const migrated = await migrate(database.pool)
  if (!isFilled) {
    await fillDemo({ db: connect(database.pool), now: () => new Date() })
    await fillApps(database.pool, apps, apps / 5)
    await fillLists(database.pool, {
      listings: 50_000 * share,
      notifications: 5000 * share,
      // Both lists fill a page.
      versions: Math.max(maxPerPage, 1000 * share),
      events: 5 * apps,
    })
  } else if (migrated.length > 0) await database.pool.query('vacuum (analyze)')
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
): Promise<{ total: string; last: number }> {
  const answer = await fetch(`${portal.url}/api/v1/${list}?${stringifyBrackets({ ...query })}`, {
    headers: { ...headers },
  })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${list} ${JSON.stringify(query)}: ${answer.status}`)
  const total = Number(answer.headers.get('total'))
  const more = answer.headers.get('total-relation') === 'gte' ? '+' : ''
  return { total: `${total}${more}`, last: lastPageFor(total, Number(answer.headers.get('per-page'))) }
}

/**
 * Returns the medians of the same call on both servers. The calls alternate, so that other load on the machine affects
 * both equally.
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

async function measure(list: string, name: string, [query, grows]: ListCase): Promise<void> {
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
  const isMet = grows ? many <= maxMs : many / few <= maxRatio
  const row = [
    name.length > 76 ? `${name.slice(0, 75)}…` : name,
    total,
    few.toFixed(2),
    many.toFixed(2),
    (many / few).toFixed(2),
    (far / many).toFixed(2),
    grows ? `${maxMs} ms` : `× ${maxRatio}`,
    isMet ? 'yes' : 'no',
  ]
  rows.push(row)
  console.log(row.join('  '))
}

for (const [list, cases] of Object.entries(listCases)) {
  for (const one of cases) {
    const name = `${list} ${decodeURIComponent(stringifyBrackets({ ...one[0] }))}`.trim()
    if (name.includes(options.only)) await measure(list, name, one)
  }
}
const summary = [
  `At worst, a list takes ${worst.size.toFixed(2)} times as long as the smaller one, page 1,000 takes ${worst.depth.toFixed(2)} times as long`,
  `as page 1, and a search that many rows match, or nearly match, takes ${worst.ms.toFixed(1)} ms.`,
].join('\n')
console.log(summary)
if (options.only === '') {
  writeSection(
    'bench:lists',
    [
      `Medians of ${rounds} calls over HTTP on PostgreSQL: page 1 of the smaller and the larger list (${million.toLocaleString('en-US')} apps), and page`,
      `1,000 of the larger one, or its last page, compared with its page 1. The limit is ${maxRatio} times the smaller list's time, or, for a search`,
      `with more matches in the larger list, ${maxMs} ms.`,
      '',
      summary,
      '',
      toTable(
        ['list', 'rows', 'smaller, ms', 'larger, ms', 'ratio', 'page 1,000', 'at most', 'met'],
        rows.map(([name = '', ...figures]) => [`\`${name}\``, ...figures]),
      ),
    ].join('\n'),
  )
}

for (const { portal, database, reference } of [small, large]) {
  rmSync(reference, { recursive: true })
  await portal.stop()
  await portal.remove()
  await database.close()
}
await started?.stop()
