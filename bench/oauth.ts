// Measures the OAuth server against a bare oidc-provider that issues the same JWTs from memory: issuing, refreshing and
// introspecting tokens over HTTP, in alternating rounds of the same run. Then makes one call at a time on two servers,
// one of which has a million live refresh tokens. Optional arguments: rounds, seconds per round, and refresh tokens.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { startPortal } from '../e2e/portal.ts'
import { fillDemo } from '../server/seed/run.ts'
import { hashSecret } from '../server/src/credentials/makeSecret.ts'
import { connect } from '../server/src/db/connect.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { openDatabase, type Database } from '../server/src/db/pool.ts'
import { buildServer } from '../server/src/server.ts'
import { readSettings } from '../server/src/settings.ts'
import { createDatabase } from '../server/testing/createDatabase.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { recordStatements } from '../server/testing/recordStatements.ts'
import { fillApps } from './manyApps.ts'
import { median, percentile, timed } from './measure.ts'
import {
  bareClient,
  introspectToken,
  issueOwnToken,
  opaquePath,
  readRow,
  redeemRefreshToken,
  type OauthCall,
  type OauthTarget,
} from './oauthCalls.ts'
import { copiedToken, copyRefreshTokens } from './refreshTokens.ts'
import { toTable, writeSection } from './report.ts'
import { signIn } from './throughput.ts'

const rounds = Number(process.argv[2] ?? 5)
const seconds = Number(process.argv[3] ?? 2)
const million = Number(process.argv[4] ?? 1_000_000)
const callers = 8
const singleCalls = 200
const maxGrowth = 1.2
const redirectUri = 'https://crane.example/cb'

const calls: { name: string; call: OauthCall; least: number }[] = [
  { name: 'a token of the app itself', call: issueOwnToken, least: 0.4 },
  { name: 'a refresh token, redeemed', call: redeemRefreshToken, least: 0.4 },
  { name: 'a token, introspected', call: introspectToken, least: 0.3 },
]

const postgres = await startPostgres()

/** Creates credentials of the demo app that has a service account. */
async function buildClient({ pool }: Database): Promise<OauthTarget['client']> {
  const db = connect(pool)
  const secret = randomBytes(32).toString('base64url')
  const app = await db
    .updateTable('developer_apps')
    .set({ redirect_uri: redirectUri })
    .where('internal_name', '=', 'Site Sync')
    .returning(['id', 'uid'])
    .executeTakeFirstOrThrow()
  await db
    .insertInto('client_secrets')
    .values({
      environment: 'production',
      app_id: app.id,
      hash: hashSecret(secret),
      last_four: secret.slice(-4),
      created_at: new Date(),
    })
    .execute()
  return { id: app.uid, secret }
}

/** Gets a refresh token as an app does, through a person's consent. */
async function authorize(target: Pick<OauthTarget, 'url' | 'client'>): Promise<void> {
  const session = await signIn(target.url, 'owner@demo.test')
  const { cookie, ...headers } = session
  const open = (path: string, cookies: string[]) =>
    fetch(new URL(path, target.url), {
      headers: { cookie: [cookie, ...cookies].join('; ') },
      redirect: 'manual',
    })
  const parameters = { response_type: 'code', client_id: target.client.id, redirect_uri: redirectUri }
  const response = await open(`/oauth/authorize?${new URLSearchParams(parameters).toString()}`, [])
  const request = response.headers.get('location')?.split('/').at(-1) ?? ''
  const decided = await fetch(`${target.url}/api/v1/oauth/requests/${request}/decision`, {
    method: 'POST',
    headers: { cookie, ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ allow: true }),
  })
  const { location } = (await decided.json()) as { location: string }
  const cookies = response.headers.getSetCookie().map((each) => each.split(';')[0] ?? '')
  const done = await open(location, cookies)
  const code = new URL(done.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const reply = await fetch(`${target.url}/oauth/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${target.client.id}:${target.client.secret}`).toString('base64')}`,
    },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
  })
  if (reply.status !== 200) throw new Error(`The code was refused: ${await reply.text()}`)
}

/** Starts a portal with this many live refresh tokens. */
async function serve(name: string, refreshTokens: number) {
  const databaseUrl = await createDatabase(postgres.url, name)
  const database = await openDatabase({ databaseUrl, dataDir: '', log: () => undefined })
  await migrate(database.pool)
  await fillDemo({ db: connect(database.pool), now: () => new Date() })
  await fillApps(database.pool, 10_000, 2_000)
  const client = await buildClient(database)
  const portal = await startPortal({ DATABASE_URL: databaseUrl, ROLES: 'web,oauth' })
  const { url } = portal
  await authorize({ url, client })
  if (refreshTokens > 1) await copyRefreshTokens(database, 'live', refreshTokens - 1)
  await database.pool.query('vacuum (analyze)')
  let minted = 0
  const target: OauthTarget = {
    url,
    client,
    introspectable: {},
    mint: async (count) => {
      minted += 1
      await copyRefreshTokens(database, `round${minted}`, count)
      return Array.from({ length: count }, (_, index) => copiedToken(`round${minted}`, index + 1))
    },
  }
  const stop = async () => {
    await portal.stop()
    await portal.remove()
    await database.close()
  }
  return {
    target,
    databaseUrl,
    stop,
    countStatements: () => countStatements(database, { databaseUrl, dataDir: portal.dataDir }, target),
  }
}

/** Returns how many statements a server in this process runs for each call while no other waits. */
async function countStatements(
  database: Database,
  { databaseUrl, dataDir }: { databaseUrl: string; dataDir: string },
  target: OauthTarget,
): Promise<Map<OauthCall, number>> {
  const settings = readSettings({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORT: '0',
    ROLES: 'oauth',
  })
  const db = connect(database.pool)
  const { app, close } = await buildServer(
    { db, settings, pool: database.pool, probe: database.probe },
    { pollJobs: false },
  )
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const counts = new Map<OauthCall, number>()
  for (const { call } of calls) {
    const make = await call({ ...target, url }, 1)
    await make(0)
    // Decisions are written later, in batches.
    await setTimeout(1000)
    const statements = await recordStatements(database.pool, () => make(0))
    counts.set(call, statements.length)
  }
  await close()
  return counts
}

async function startBare(databaseUrl: string): Promise<{ target: OauthTarget; stop: () => void }> {
  const script = join(import.meta.dirname, 'bareOauthServer.ts')
  const child = spawn(process.execPath, [script, databaseUrl], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    child.once('exit', () => reject(new Error('The bare server ended.')))
  })
  const target: OauthTarget = {
    url,
    client: bareClient,
    introspectable: { resource: `${url}${opaquePath}` },
    mint: async (count) => (await fetch(`${url}/mint?count=${count}`)).json() as Promise<string[]>,
  }
  return { target, stop: () => child.kill() }
}

interface Round {
  perSecond: number
  times: number[]
}

/** Runs eight callers, each of which waits for its reply before its next call. */
async function runRound(call: OauthCall, target: OauthTarget): Promise<Round> {
  const make = await call(target, callers)
  const times: number[] = []
  const start = performance.now()
  const end = start + seconds * 1000
  const run = async (_: unknown, caller: number) => {
    while (performance.now() < end) times.push(await timed(() => make(caller)))
  }
  await Promise.all(Array.from({ length: callers }, run))
  return { perSecond: (times.length * 1000) / (performance.now() - start), times }
}

const verdict = (isMet: boolean) => (isMet ? 'yes' : 'no')

/** Alternates between both servers. The first round of each warms it up. */
async function compareWithBare(
  bare: OauthTarget,
  portal: OauthTarget,
  statements: Map<OauthCall, number>,
): Promise<string[][]> {
  const rows: string[][] = []
  for (const { name, call, least } of calls) {
    const [without, whole]: [Round[], Round[]] = [[], []]
    for (let round = -1; round < rounds; round += 1) {
      const plain = await runRound(call, bare)
      const through = await runRound(call, portal)
      if (round < 0) continue
      without.push(plain)
      whole.push(through)
    }
    const perSecond = (all: Round[]) => median(all.map((each) => each.perSecond))
    const p99 = (all: Round[]) =>
      percentile(
        all.flatMap(({ times }) => times),
        0.99,
      ).toFixed(1)
    const ratio = perSecond(whole) / perSecond(without)
    rows.push([
      name,
      String(statements.get(call)),
      perSecond(without).toFixed(0),
      perSecond(whole).toFixed(0),
      ratio.toFixed(2),
      least.toFixed(2),
      verdict(ratio >= least),
      p99(without),
      p99(whole),
    ])
    console.log(rows.at(-1)?.join('  '))
  }
  return rows
}

/**
 * Makes one call at a time, alternating between the servers, so that other load on the machine affects both equally.
 */
async function compareSizes(small: OauthTarget, large: OauthTarget): Promise<string[][]> {
  const rows: string[][] = []
  for (const { name, call } of calls) {
    for (const target of [small, large]) await runRound(call, target)
    const servers = [await call(small, 1), await call(large, 1)]
    const times: [number[], number[]] = [[], []]
    for (let n = -20; n < singleCalls; n += 1) {
      for (const [index, make] of servers.entries()) {
        const taken = await timed(() => make(0))
        if (n >= 0) times[index]?.push(taken)
      }
    }
    const [few, many] = [median(times[0]), median(times[1])]
    rows.push([
      name,
      few.toFixed(2),
      many.toFixed(2),
      (many / few).toFixed(2),
      maxGrowth.toFixed(2),
      verdict(many / few <= maxGrowth),
      percentile(times[1], 0.99).toFixed(1),
    ])
    console.log(rows.at(-1)?.join('  '))
  }
  return rows
}

const compared = await serve('compared', 1_000)
const bare = await startBare(compared.databaseUrl)
const bareRows = await compareWithBare(bare.target, compared.target, await compared.countStatements())
const rowRounds: Round[] = []
for (let round = 0; round < rounds; round += 1) rowRounds.push(await runRound(readRow, bare.target))
const rowsPerSecond = median(rowRounds.map(({ perSecond }) => perSecond)).toFixed(0)
console.log(`one row  ${rowsPerSecond}`)
bare.stop()
await compared.stop()
const small = await serve('small', 1)
const large = await serve('large', million)
const sizeRows = await compareSizes(small.target, large.target)
await small.stop()
await large.stop()
await postgres.stop()

writeSection(
  'bench:oauth',
  [
    `Medians of ${rounds} alternating rounds of ${seconds} s with ${callers} callers, and the 99th percentile of all their calls. The bare server`,
    'signs the same tokens with ES256 and stores nothing outside its memory; Trestle has 1,000 live refresh tokens. The bare server',
    'introspects unsigned tokens, because the library refuses others.',
    '',
    toTable(
      [
        'call',
        'SQL statements',
        'bare, requests/s',
        'Trestle, requests/s',
        'ratio',
        'at least',
        'met',
        'bare p99, ms',
        'Trestle p99, ms',
      ],
      bareRows,
    ),
    '',
    `A bare HTTP server that only reads one row by its key, with a prepared statement, serves ${rowsPerSecond} requests/s in the same run.`,
    'The statements are counted for a single call. Concurrent calls share those that find clients and check tokens.',
    '',
    `Medians of ${singleCalls} calls, one at a time, with 1 live refresh token and with ${million.toLocaleString('en-US')}:`,
    '',
    toTable(
      ['call', '1, ms', `${million.toLocaleString('en-US')}, ms`, 'ratio', 'at most', 'met', 'p99, ms'],
      sizeRows,
    ),
  ].join('\n'),
)
if ([...bareRows, ...sizeRows].some((row) => row.includes('no'))) process.exitCode = 1
