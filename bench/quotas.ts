import type { Database } from '../server/src/db/pool.ts'
import type { Db } from '../server/src/db/schema.ts'
import { checkQuota } from '../server/src/quotas/checkQuota.ts'
import { readSettings } from '../server/src/settings.ts'
import { median, timed } from './measure.ts'

const now = () => new Date()

/**
 * Measures deciding on one call against a bare upsert of one counter in a transaction, in milliseconds, for this many
 * concurrent callers of one client. Batches of both alternate, so that other load on the machine affects both equally.
 */
export async function measureQuotaCheck(
  { pool }: Database,
  db: Db,
  { callers, calls }: { callers: number; calls: number },
): Promise<{ bare: number; whole: number }> {
  const { domain } = await db
    .selectFrom('quota_buckets')
    .select('domain')
    .where('server', '=', 'Production_US01')
    .executeTakeFirstOrThrow()
  await pool.query('create table if not exists bare_counter (key text primary key, used bigint not null)')
  const settings = readSettings({})
  const check = () =>
    checkQuota({ db, now, settings }, { server: 'Production_US01', domain, occurred_at: now().toISOString() })
  const upsert = async () => {
    const client = await pool.connect()
    await client.query('begin')
    await client.query(
      `insert into bare_counter values ($1, 1) on conflict (key) do update set used = bare_counter.used + 1`,
      [domain],
    )
    await client.query('commit')
    client.release()
  }
  const took = { bare: [] as number[], whole: [] as number[] }
  const batch = async (run: () => Promise<unknown>, into: number[]) => {
    const caller = async () => {
      for (let done = 0; done < 10; done += 1) into.push(await timed(run))
    }
    await Promise.all(Array.from({ length: callers }, caller))
  }
  await batch(upsert, [])
  await batch(check, [])
  for (let done = 0; done < calls; done += 10 * callers) {
    await batch(upsert, took.bare)
    await batch(check, took.whole)
  }
  return { bare: median(took.bare), whole: median(took.whole) }
}
