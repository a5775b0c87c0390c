import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createMigratedDatabase, openWith } from '../../../testing/emptyDatabase.ts'
import { newFolder } from '../../../testing/folders.ts'
import { exportData } from '../exportData.ts'
import { importData } from '../importData.ts'
import type { Database } from '../pool.ts'

/** Opens a migrated database. Its URL can have session settings that differ from the portal's. */
async function open(sessionSettings?: string): Promise<Database> {
  const settings = await createMigratedDatabase('server')
  const url = new URL(settings.DATABASE_URL ?? '')
  if (sessionSettings !== undefined) url.searchParams.set('options', sessionSettings)
  const database = await openWith({ ...settings, DATABASE_URL: url.href })
  onTestFinished(database.close)
  return database
}

const newFile = async (): Promise<string> => join(await newFolder(), 'export.ndjson.gz')

/** Does something instead of the first statement that begins with a string, or before it. */
function interrupt(
  { pool }: Database,
  start: string,
  task: (client: pg.ClientBase) => Promise<unknown>,
): void {
  let isOver = false
  pool.on('acquire', (client) => {
    const query = client.query.bind(client) as (...sent: unknown[]) => Promise<unknown>
    const interrupted = async (...sent: unknown[]): Promise<unknown> => {
      if (String(sent[0]).startsWith(start) && !isOver) {
        isOver = true
        await task(client)
      }
      return query(...sent)
    }
    Object.assign(client, { query: interrupted })
  })
}

test('a transaction of a process that is gone ends within a minute', async () => {
  const { pool } = await open()
  const { rows } = await pool.query('show idle_in_transaction_session_timeout')
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '1min' }])
})

test('a backup and a restore may take longer than other transactions', async () => {
  const [source, target] = [
    await open('-c idle_in_transaction_session_timeout=100ms'),
    await open('-c idle_in_transaction_session_timeout=100ms'),
  ]
  const file = await newFile()
  interrupt(source, 'close exported', () => sleep(500))
  await exportData(source, file)
  await importData(target, file, { beforeCommit: () => sleep(500) })
  const count = 'select count(*) from schema_migrations'
  expect((await target.pool.query(count)).rows).toEqual((await source.pool.query(count)).rows)
})

test('a backup whose connection is lost fails with the reason', async () => {
  const database = await open()
  interrupt(database, 'declare exported', (client) =>
    client.query('select pg_terminate_backend(pg_backend_pid())'),
  )
  await expect(exportData(database, await newFile())).rejects.toThrow(
    'terminating connection due to administrator command',
  )
  expect(database.pool.totalCount).toBe(0)
})

test('a restore that fails after its connection was lost names what failed first', async () => {
  const [source, target] = [await open(), await open()]
  const file = await newFile()
  await exportData(source, file)
  const beforeCommit = async () => {
    await target.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and state = 'idle in transaction'`,
    )
    throw new Error('The folder of the files is full.')
  }
  await expect(importData(target, file, { beforeCommit })).rejects.toThrow('The folder of the files is full.')
  expect(target.pool.totalCount).toBe(1)
})
