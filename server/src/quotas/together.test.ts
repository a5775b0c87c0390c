// @module-tag engine
import { expect, onTestFinished, test } from 'vitest'
import { engine } from '../../testing/database.ts'
import { startService } from '../../testing/platform.ts'
import { holdRow, race, startTogether } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { connect } from '../db/connect.ts'
import { openDatabase, type Database } from '../db/pool.ts'
import { buildServer, type Trestle } from '../server.ts'
import { insertBucket } from './store.ts'

/** Starts another server on the same data, with its own connections if the engine supports them. */
async function joinServer({ database, services }: TestServer): Promise<Trestle> {
  const { db, settings, now, files } = services
  const shared = { settings, now, files, pool: database.pool, probe: database.probe }
  if (engine === 'embedded') return buildServer({ db, ...shared }, { pollJobs: false })
  const own: Database = await openDatabase({
    databaseUrl: String(database.pool.options.connectionString),
    dataDir: '',
    log: () => undefined,
  })
  onTestFinished(own.close)
  return buildServer({ db: connect(own.pool), ...shared }, { pollJobs: false })
}

const limits = {
  count: [
    { name: 'main', fill_type: 'count', interval_ms: 86_400_000, limit: 50 },
    { name: 'spike', fill_type: 'count', interval_ms: 10_000, limit: 60 },
  ],
  quota: [{ name: 'main', fill_type: 'quota', interval_ms: 3_600_000, limit: 50 }],
} as const

/** Starts three servers that share a database, and returns a function that calls them in turn. */
async function startServers(fillType: keyof typeof limits) {
  const first = await startTestServer()
  const others = [await joinServer(first), await joinServer(first)]
  for (const { close } of others) onTestFinished(() => close())
  const { token } = await startService(first)
  const at = first.services.now()
  await first.services.db.transaction().execute((tx) =>
    insertBucket(tx, {
      server: 'Production_US01',
      name: 'Shared',
      client_id: '*',
      domain: 'sync',
      bucket_templates: JSON.stringify(limits[fillType]),
      created_at: at,
      updated_at: at,
    }),
  )
  const ask = async ({ app }: Pick<Trestle, 'app'>) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/platform/quota_checks',
      headers: { authorization: `Bearer ${token}` },
      payload: { server: 'Production_US01', domain: 'sync', occurred_at: at.toISOString() },
    })
    return answer.json<{ allowed: boolean; remaining: number }>()
  }
  const servers = [first, ...others]
  const asks = (count: number) =>
    Array.from({ length: count }, (_, call) => () => ask(servers[call % servers.length] ?? first))
  return { first, asks }
}

test.each(['count', 'quota'] as const)(
  'three servers that share a database allow exactly the limit of concurrent calls, filled by %s',
  async (fillType) => {
    const { first, asks } = await startServers(fillType)
    const answers = await startTogether(first, asks(150))
    const allowed = answers.filter((answer) => answer.allowed)
    expect(allowed).toHaveLength(50)
    // Each check sees the result of the previous one, so no two get the same number.
    expect(new Set(allowed.map(({ remaining }) => remaining)).size).toBe(50)
    const stored = await first.services.db
      .selectFrom('quota_checks')
      .select(['allowed', 'refused'])
      .executeTakeFirstOrThrow()
    expect(stored).toEqual({ allowed: 50, refused: 100 })
  },
)

test(
  'six checks that read the same usage on three servers are counted one after another',
  repeated,
  async () => {
    const { first, asks } = await startServers('count')
    const [ask] = asks(1)
    expect(await ask?.()).toMatchObject({ allowed: true, remaining: 49 })
    const { id } = await first.services.db.selectFrom('quota_counters').select('id').executeTakeFirstOrThrow()
    const answers = await race(first, holdRow('quota_counters', id), asks(6))
    expect(answers.map(({ remaining }) => remaining).toSorted((a, b) => b - a)).toEqual([
      48, 47, 46, 45, 44, 43,
    ])
  },
)
