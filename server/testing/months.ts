import type pg from 'pg'
import type { MonthlyTable } from '../src/retention/store.ts'
import type { TestServer } from './server.ts'

export interface Partition {
  oid: number
  first_day: string | null
  end_day: string | null
}

/** Lists the partitions of a table in order. Null means no bound. */
export async function listPartitions(pool: pg.Pool, table: MonthlyTable): Promise<Partition[]> {
  const { rows } = await pool.query<Partition>(
    'select partition::oid::bigint as oid, first_day, end_day from list_partitions($1::regclass)',
    [table],
  )
  return rows
}

/** Moves the clock to the middle of the next month, because adding 31 days at the end of a month can skip one. */
export function enterNextMonth({ services, clock }: TestServer): void {
  const now = services.now()
  clock.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15) - now.getTime())
}
