import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase, type Database } from '../src/db/pool.ts'

export type Engine = 'embedded' | 'server'

export const engine: Engine = process.env.TEST_ENGINE === 'server' ? 'server' : 'embedded'

/** A migrated, empty database of this test file's own, on the engine of this run. */
export async function openTestDatabase(): Promise<Database> {
  return engine === 'server' ? cloneOnServer(inject('template')) : copyEmbedded(inject('template'))
}

async function onServer(url: string, statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(statement)
  await admin.end()
}

async function cloneOnServer(url: string): Promise<Database> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(url, `create database ${name} template template_trestle`)
  const address = new URL(url)
  address.pathname = `/${name}`
  const database = await openDatabase({ databaseUrl: address.href, dataDir: '', log: () => undefined })
  return {
    ...database,
    close: async () => {
      await database.close()
      await onServer(url, `drop database ${name}`)
    },
  }
}

async function copyEmbedded(template: string): Promise<Database> {
  const folder = await mkdtemp(join(tmpdir(), 'trestle-test-'))
  await cp(template, folder, { recursive: true })
  const database = await openDatabase({ dataDir: folder, log: () => undefined })
  return {
    ...database,
    close: async () => {
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
