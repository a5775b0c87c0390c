import { sql } from 'kysely'
import type { Db } from './schema.ts'

/** Entries that a change adds without waiting for others, and whose counts are added up by these columns. */
interface Counters {
  table: 'list_counts' | 'audit_counts'
  columns: readonly string[]
}

/**
 * Returns a function that takes at most this many of the oldest entries that exist now and adds up those with the same
 * columns into one, or none if the sum is zero. It returns how many entries it took. Concurrent readers see either the
 * old entries or the new ones.
 */
export async function createMerger(
  db: Db,
  { table, columns }: Counters,
): Promise<(limit: number) => Promise<number>> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const { rows: newest } = await sql<{
    id: number | null
  }>`select max(id) as id from ${sql.table(table)}`.execute(db)
  return async (limit) => {
    const { rows } = await sql<{ taken: number }>`
      with gone as (
        delete from ${sql.table(table)} where id in (
          select id from ${sql.table(table)} where id <= ${newest[0]?.id ?? 0} order by id limit ${limit}
        ) returning ${names}, count
      ), added as (
        insert into ${sql.table(table)} (${names}, count)
        select ${names}, sum(count) from gone group by ${names} having sum(count) <> 0
      )
      select count(*) as taken from gone`.execute(db)
    return rows[0]?.taken ?? 0
  }
}
