// `npm run bench:load`: simulates active users over HTTP, each with their own address and a pause of 10 s between
// activities. One and two processes serve 100 and then 500 people with one PostgreSQL server. For comparison, a bare
// server that only runs the same SQL serves 100. `npm run bench:load -- 2` shortens the 15 minutes of the longest run
// to two. `npm run bench:load -- 15 100x1` runs only 100 people on one process, and doesn't change docs/performance.md.
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { minuteMs } from '@trestle/domain/time/durations.ts'
import { connect } from '../server/src/db/connect.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { openDatabase, type Database } from '../server/src/db/pool.ts'
import { openDisk } from '../server/src/files/disk.ts'
import { createOutgoing } from '../server/src/outgoing/outgoing.ts'
import { readSettings } from '../server/src/settings.ts'
import { fillDemo } from '../server/seed/run.ts'
import { seededRandom } from '../server/seed/seededRandom.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { buildSignedIn, startServerProcess, type ServerProcess } from '../server/testing/serverProcess.ts'
import { recordWorkday } from './bareWorkday.ts'
import { findFailures } from './loadGate.ts'
import { median, percentile } from './measure.ts'
import { measurePausedReads } from './pausedReads.ts'
import { openBrowser, type Tally } from './people.ts'
import { readDatabaseUse, readUse, type ProcessUse } from './processUse.ts'
import { toTable, writeSection } from './report.ts'
import { requireWebBuild } from './requireWebBuild.ts'
import { startBare } from './startBare.ts'
import { activities, type Activity } from './workday.ts'

const minutes = Number(process.argv[2] ?? 15)
const only = process.argv[3]
const thinkMs = 10_000
const warmUpMs = 20_000
const sampleEveryMs = 5_000
const maxPeople = 500

interface Run {
  people: number
  processes: number
  minutes: number
}

/** The servers of a run. */
interface Servers {
  name: 'Trestle' | 'bare'
  start: () => Promise<Pick<ServerProcess, 'url' | 'child'>>
  activities: readonly Activity[]
}

const runs: Run[] = [
  { people: 100, processes: 1, minutes },
  { people: 100, processes: 2, minutes: minutes / 5 },
  { people: 500, processes: 1, minutes: minutes / 5 },
  { people: 500, processes: 2, minutes: minutes / 5 },
].filter(({ people, processes }) => only === undefined || only === `${people}x${processes}`)

const readUseOf = ({ child }: Pick<ServerProcess, 'child'>): ProcessUse => readUse(child.pid ?? 0)

const sum = (samples: ProcessUse[]): ProcessUse => ({
  cpuMs: samples.reduce((total, { cpuMs }) => total + cpuMs, 0),
  memoryMb: samples.reduce((total, { memoryMb }) => total + memoryMb, 0),
  handles: samples.reduce((total, { handles }) => total + handles, 0),
})

/** Returns the growth between the second fifth of a run and the last: the first fifth fills the caches. */
function growth(values: number[]): number {
  const fifth = Math.max(1, Math.floor(values.length / 5))
  return median(values.slice(-fifth)) - median(values.slice(fifth, 2 * fifth))
}

const totalWeight = activities.reduce((total, { weight }) => total + weight, 0)

function pickActivity(among: readonly Activity[], random: () => number): Activity | undefined {
  let left = random() * totalWeight
  return among.find(({ weight }) => (left -= weight) < 0) ?? among[0]
}

interface World {
  staffToken: string
  people: { appId: number; token: string }[]
}

async function buildWorld(database: Database, dataDir: string): Promise<World> {
  const db = connect(database.pool)
  const settings = readSettings({ DATA_DIR: dataDir, RELEASE_STAGE: 'test' })
  await fillDemo({ db, now: () => new Date(), files: await openDisk(settings, createOutgoing(settings)) })
  const people: World['people'] = []
  for (let number = 0; number < maxPeople; number += 1) people.push(await buildSignedIn(database.pool))
  const staffToken = randomBytes(32).toString('base64url')
  await database.pool.query(
    `insert into sessions (developer_id, token_hash, address, user_agent, created_at, last_seen_at, expires_at)
     select id, $1, '127.0.0.1', 'bench', now(), now(), now() + interval '1 day'
     from developers where email = 'staff@demo.test'`,
    [createHash('sha256').update(staffToken).digest()],
  )
  return { staffToken, people }
}

async function measure(
  { people, processes, minutes: length }: Run,
  world: World,
  { name, start, activities: among }: Servers,
) {
  const servers = await Promise.all(Array.from({ length: processes }, start))
  const tally: Tally = { times: [], errors: [] }
  // Seconds, because a version's number can't be used twice.
  const firstNumber = Math.floor(Date.now() / 1000) % 1_000_000
  let isEnding = false
  const loops = world.people.slice(0, people).map(async (person, index) => {
    const random = seededRandom(index)
    await sleep(random() * thinkMs)
    const url = servers[index % processes]?.url ?? ''
    const address = `10.${index >> 8}.${index & 255}.7`
    const browser = await openBrowser(
      { url, address, staffToken: world.staffToken, firstNumber, ...person },
      tally,
    )
    while (!isEnding) {
      await pickActivity(among, random)?.run(browser)
      // Exponential, so that people don't act in lockstep.
      await sleep(Math.min(-Math.log(1 - random()) * thinkMs, 6 * thinkMs))
    }
    browser.close()
  })
  await sleep(warmUpMs)
  tally.times.length = 0
  const first = sum(servers.map(readUseOf))
  const databaseBefore = await readDatabaseUse(database)
  const samples = [first]
  const end = Date.now() + length * minuteMs
  while (Date.now() < end) {
    await sleep(sampleEveryMs)
    samples.push(sum(servers.map(readUseOf)))
  }
  const last = sum(servers.map(readUseOf))
  const databaseAfter = await readDatabaseUse(database)
  const times = [...tally.times]
  // Before the servers stop, which ends requests in flight.
  const errors = [...tally.errors]
  isEnding = true
  const ended = servers.map(({ child }) => once(child, 'close'))
  for (const { child } of servers) child.kill('SIGTERM')
  void Promise.allSettled(loops)
  await Promise.all(ended)
  const memory = samples.map(({ memoryMb }) => memoryMb)
  return {
    name,
    people,
    processes,
    requests: times.length,
    perSecond: times.length / (length * 60),
    errors,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    cpuMs: (last.cpuMs - first.cpuMs) / times.length,
    databaseCpuMs: (databaseAfter.cpuMs - databaseBefore.cpuMs) / times.length,
    walKb: (databaseAfter.walKb - databaseBefore.walKb) / times.length,
    memoryMb: median(memory),
    memoryGrowth: growth(memory) / median(memory),
    handleGrowth: growth(samples.map(({ handles }) => handles)),
  }
}

type Result = Awaited<ReturnType<typeof measure>>

const toRow = (result: Result): string[] => [
  result.name,
  String(result.people),
  String(result.processes),
  result.perSecond.toFixed(1),
  String(result.errors.length),
  result.p50.toFixed(0),
  result.p95.toFixed(0),
  result.p99.toFixed(0),
  result.cpuMs.toFixed(2),
  result.databaseCpuMs.toFixed(2),
  result.walKb.toFixed(2),
  result.memoryMb.toFixed(0),
  `${(result.memoryGrowth * 100).toFixed(0)} %`,
]

await requireWebBuild()
const postgres = await startPostgres()
const dataDir = await mkdtemp(join(tmpdir(), 'trestle-load-'))
const database = await openDatabase({ databaseUrl: postgres.url, dataDir, log: () => undefined })
await migrate(database.pool)
const world = await buildWorld(database, dataDir)
const env = { DATABASE_URL: postgres.url, DATA_DIR: dataDir, TRUST_PROXY: 'true' }
const trestle: Servers = { name: 'Trestle', start: () => startServerProcess(env), activities }
const { calls, bareActivities } = await recordWorkday(database, dataDir, {
  staffToken: world.staffToken,
  ...(await buildSignedIn(database.pool)),
})
const bare: Servers = {
  name: 'bare',
  start: () => startBare({ databaseUrl: postgres.url, calls }),
  activities: bareActivities,
}
const results: Result[] = []
for (const [servers, run] of [
  ...runs.map((run) => [trestle, run] as const),
  ...(only === undefined ? [[bare, { people: 100, processes: 1, minutes: minutes / 5 }] as const] : []),
]) {
  const result = await measure(run, world, servers)
  results.push(result)
  console.log(toRow(result).join('  '))
  for (const error of result.errors.slice(0, 3)) console.log(error)
}
// About the time between two requests of 100 people.
const pauseMs = 60
const reads = await measurePausedReads(seededRandom(1), pauseMs)
const aboutReads = `Reading a cache line takes ${reads.atOnce.toFixed(0)} ns on this machine, and ${reads.afterPause.toFixed(0)} ns after a pause of ${pauseMs} ms.`
console.log(aboutReads)
await database.close()
await postgres.stop()
await rm(dataDir, { recursive: true, force: true })

const header = [
  'server',
  'people',
  'processes',
  'requests/s',
  'errors',
  'p50 ms',
  'p95 ms',
  'p99 ms',
  'CPU ms per request',
  'of PostgreSQL',
  'WAL KB per request',
  'memory MB',
  'growth',
]
if (only === undefined) writeSection('bench:load', `${toTable(header, results.map(toRow))}\n\n${aboutReads}`)
const failures = results.flatMap(findFailures)
for (const failure of failures) console.error(failure)
process.exitCode = failures.length > 0 ? 1 : 0
