import { onTestFinished } from 'vitest'
import type { TestServer } from './server.ts'

/**
 * Makes every insert into a table, or every update of it, fail with a database error until the test ends or the
 * returned function is called.
 */
export async function failWrites(
  { database: { pool } }: TestServer,
  { table, event, sqlState }: { table: string; event: 'insert' | 'update'; sqlState: string },
): Promise<() => Promise<void>> {
  await pool.query(`
    create or replace function fail_on_purpose() returns trigger language plpgsql as $$
      begin raise exception 'no' using errcode = '${sqlState}'; end $$;
    create trigger fails before ${event} on ${table} execute function fail_on_purpose()`)
  const repair = async () => {
    await pool.query('drop function if exists fail_on_purpose cascade')
  }
  onTestFinished(repair)
  return repair
}
