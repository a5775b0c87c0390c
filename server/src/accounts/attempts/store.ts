import { sql, type RawBuilder } from 'kysely'
import { advisoryLocks } from '../../db/advisoryLocks.ts'
import { deleteUpTo } from '../../db/deleteUpTo.ts'
import type { Db } from '../../db/schema.ts'

/** Counts one more attempt in this window and returns the new total. */
export async function addAttempt(db: Db, key: string, windowStart: Date): Promise<number> {
  const row = await db
    .insertInto('attempts')
    .values({ key, window_start: windowStart, count: 1 })
    .onConflict((conflict) =>
      conflict.constraint('attempts_pkey').doUpdateSet((row) => ({ count: row('attempts.count', '+', 1) })),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return row.count
}

/** How many attempts were counted in this window, as part of another statement. */
export const attemptsIn = (key: RawBuilder<string>, windowStart: RawBuilder<Date>): RawBuilder<number> =>
  sql`coalesce((select count from attempts where attempts.key = ${key} and attempts.window_start = ${windowStart}), 0)`

/** Attempts in a sliding window, counted by the minute. */
export interface AttemptLimit {
  key: string
  allowed: number
  /** The first minute that counts. */
  since: Date
}

/** Returns how many attempts since the first minute were not in the minute of `minute`. */
const earlierAttempts = ({ key, since }: AttemptLimit, minute: Date): RawBuilder<number> => sql`
  (select coalesce(sum(earlier.count), 0) from attempts earlier where earlier.key = ${key}
    and earlier.window_start >= ${since.toISOString()} and earlier.window_start <> ${minute.toISOString()})`

/**
 * Counts one more attempt unless the limit is reached, and returns whether it was counted. Runs one at a time for a
 * key, because attempts in two minutes change different rows and wouldn't see each other.
 */
export function addAttemptWithin(db: Db, limit: AttemptLimit, minute: Date): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.attempts}, hashtext(${limit.key}))`.execute(tx)
    const { rows } = await sql`
      insert into attempts (key, window_start, count)
      select ${limit.key}, ${minute.toISOString()}, 1 where ${earlierAttempts(limit, minute)} < ${limit.allowed}
      on conflict on constraint attempts_pkey do update set count = attempts.count + 1
      where attempts.count + ${earlierAttempts(limit, minute)} < ${limit.allowed}
      returning count`.execute(tx)
    return rows.length > 0
  })
}

/** Returns the earliest minute whose attempts still count, or null. */
export async function findFirstAttempt(
  db: Db,
  { key, since }: Pick<AttemptLimit, 'key' | 'since'>,
): Promise<string | null> {
  const row = await db
    .selectFrom('attempts')
    .select('window_start')
    .where('key', '=', key)
    .where('window_start', '>=', since.toISOString())
    .where('count', '>', 0)
    .orderBy('window_start')
    .limit(1)
    .executeTakeFirst()
  return row?.window_start ?? null
}

/** Removes the latest attempt from the count. */
export async function takeBackAttempt(db: Db, key: string): Promise<void> {
  await db
    .updateTable('attempts')
    .set((row) => ({ count: row('count', '-', 1) }))
    .where('key', '=', key)
    .where('count', '>', 0)
    .where('window_start', '=', (query) =>
      query
        .selectFrom('attempts as latest')
        .select((row) => row.fn.max('latest.window_start').as('window_start'))
        .where('latest.key', '=', key)
        .where('latest.count', '>', 0),
    )
    .execute()
}

export async function clearAttempts(db: Db, key: string): Promise<void> {
  await db.deleteFrom('attempts').where('key', '=', key).execute()
}

export function deleteOldAttempts(db: Db, before: Date, limit: number): Promise<number> {
  return deleteUpTo(db, limit, {
    table: 'attempts',
    key: ['key', 'window_start'],
    isOld: sql`window_start < ${before}`,
    orderBy: 'window_start',
  })
}
