// Measures deciding on one call: the whole check (lock, bucket, rules, count, record) against a bare upsert of one
// counter in a transaction, on the same database in the same run; for one caller, and for eight concurrent callers of
// one client.
import { fillDemo } from '../server/seed/run.ts'
import { connect } from '../server/src/db/connect.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { openDatabase } from '../server/src/db/pool.ts'
import { checkQuota } from '../server/src/quotas/checkQuota.ts'
import { readSettings } from '../server/src/settings.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { median, timed } from './measure.ts'

const checks = Number(process.argv[2] ?? 1000)
const callers = 8
const now = () => new Date()

const postgres = await startPostgres()
const database = await openDatabase({ databaseUrl: postgres.url, dataDir: '', log: () => undefined })
await migrate(database.pool)
const db = connect(database.pool)
await fillDemo({ db, now })
const settings = readSettings({})
const { domain } = await db
  .selectFrom('quota_buckets')
  .select('domain')
  .where('server', '=', 'Production_US01')
  .executeTakeFirstOrThrow()
await database.pool.query('create table bare (key text primary key, used bigint not null)')

const check = () =>
  checkQuota({ db, now, settings }, { server: 'Production_US01', domain, occurred_at: now().toISOString() })

async function upsert(): Promise<void> {
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query(
    `insert into bare values ('one', 1) on conflict (key) do update set used = bare.used + 1`,
  )
  await client.query('commit')
  client.release()
}

/** Returns how long each of many runs took. Each caller waits for its answer before its next request. */
async function times(run: () => Promise<unknown>, atOnce: number): Promise<number[]> {
  const took: number[] = []
  const caller = async () => {
    for (let done = 0; done < checks / atOnce; done += 1) took.push(await timed(run))
  }
  await Promise.all(Array.from({ length: atOnce }, caller))
  return took
}

console.log(`p50 of ${checks}, PostgreSQL`)
for (const atOnce of [1, callers]) {
  await times(upsert, atOnce)
  await times(check, atOnce)
  const bare = median(await times(upsert, atOnce))
  const whole = median(await times(check, atOnce))
  console.log(
    `${atOnce} at once: bare upsert ${bare.toFixed(2)} ms, check ${whole.toFixed(2)} ms, ratio ${(whole / bare).toFixed(2)}`,
  )
}
await database.close()
await postgres.stop()
