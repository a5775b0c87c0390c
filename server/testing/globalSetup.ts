import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/db/migrate.ts'
import { openDatabase } from '../src/db/pool.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Embedded: a migrated data folder to copy. Server: the address of a server with a migrated `template_trestle`. */
    template: string
    /** The folder for temporary files of this run; deleted when the run ends. */
    runFolder: string
  }
}

/** Creates the migrated template once. Each test file gets its own copy, so that nothing needs emptying. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const runFolder = await mkdtemp(join(tmpdir(), 'trestle-run-'))
  // PostgreSQL runs as another user.
  await chmod(runFolder, 0o755)
  project.provide('runFolder', runFolder)
  const stop = await (project.config.env.TEST_ENGINE === 'server'
    ? setUpServer(project)
    : setUpEmbedded(project))
  return async () => {
    await stop()
    await rm(runFolder, { recursive: true, force: true })
  }
}

async function setUpServer(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query('create database template_trestle')
  await admin.end()
  const address = new URL(postgres.url)
  address.pathname = '/template_trestle'
  const template = await openDatabase({ databaseUrl: address.href, dataDir: '', log: () => undefined })
  await migrate(template.pool)
  await template.close()
  project.provide('template', postgres.url)
  return () => postgres.stop()
}

async function setUpEmbedded(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'trestle-template-'))
  const template = await openDatabase({ dataDir: folder, log: () => undefined })
  await migrate(template.pool)
  await template.close()
  project.provide('template', folder)
  return () => rm(folder, { recursive: true, force: true })
}
