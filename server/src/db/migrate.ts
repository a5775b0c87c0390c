import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'

const folder = new URL('../../migrations/', import.meta.url)
const lockKey = 7_401_913

interface Migration {
  name: string
  checksum: string
  sql: string
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * Brings the schema to the newest migration, forward only, in one transaction under a lock: servers that start
 * together wait for each other, and a failing migration leaves nothing behind.
 *
 * @returns the names of the migrations that ran now.
 * @throws when an applied migration was edited, or the database is ahead of this program.
 */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const migrations = await readMigrations()
  const client = await pool.connect()
  try {
    await client.query('begin')
    // Waiting for another server's migration, and a long one of ours, are no runaway queries.
    await client.query('set local statement_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    await client.query(
      `create table if not exists schema_migrations (
         name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    )
    const applied = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations order by name',
    )
    const pending = pendingMigrations(migrations, applied.rows)
    for (const migration of pending) {
      // In order, one after the other: each builds on the one before it.
      // oxlint-disable-next-line no-await-in-loop -- migrations run in sequence
      await client.query(migration.sql)
      // oxlint-disable-next-line no-await-in-loop -- migrations run in sequence
      await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
        migration.name,
        migration.checksum,
      ])
    }
    await client.query('commit')
    return pending.map((migration) => migration.name)
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

function pendingMigrations(known: Migration[], applied: { name: string; checksum: string }[]): Migration[] {
  for (const row of applied) {
    const migration = known.find(({ name }) => name === row.name)
    if (!migration) throw new Error(`The database was migrated by a newer Trestle: it knows ${row.name}.`)
    if (migration.checksum !== row.checksum)
      throw new Error(`The migration ${row.name} was edited after it ran.`)
  }
  return known.filter(({ name }) => !applied.some((row) => row.name === name))
}
