import { join } from 'node:path'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createMigratedDatabase, openWith } from '../../../testing/emptyDatabase.ts'
import { newFolder } from '../../../testing/folders.ts'
import { exportData } from '../exportData.ts'
import { importData } from '../importData.ts'
import type { Database } from '../pool.ts'

async function open(): Promise<Database> {
  const database = await openWith(await createMigratedDatabase())
  onTestFinished(database.close)
  return database
}

const newFile = async (): Promise<string> => join(await newFolder(), 'export.ndjson.gz')

/** Does something instead of the first statement that begins with a text, or before it. */
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
