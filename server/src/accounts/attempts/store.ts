import { sql, type RawBuilder } from 'kysely'
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

/** Removes one attempt from the count. */
export async function takeBackAttempt(db: Db, key: string, windowStart: Date): Promise<void> {
  await db
    .updateTable('attempts')
    .set((row) => ({ count: row('count', '-', 1) }))
    .where('key', '=', key)
    .where('window_start', '=', windowStart.toISOString())
    .where('count', '>', 0)
    .execute()
}

export async function clearAttempts(db: Db, key: string): Promise<void> {
  await db.deleteFrom('attempts').where('key', '=', key).execute()
}

export async function deleteOldAttempts(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('attempts').where('window_start', '<', before.toISOString()).execute()
}
