import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/db/migrate.ts'
import { openDatabase, type Database } from '../src/db/pool.ts'
import { createDatabase, serverTemplate } from './createDatabase.ts'
import { fastestFolder } from './fastestFolder.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Embedded: a migrated data folder to copy. Server: the address of a server with a migrated `template_trestle`. */
    template: string
    /** The folder for temporary files of this run, which is deleted when the run ends. */
    runFolder: string
  }
}

/** Creates the migrated template once. Tests get copies of it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const parent = await fastestFolder()
  await deleteAbandoned(parent)
  const runFolder = await mkdtemp(join(parent, `trestle-run-${process.pid}-`))
  // PostgreSQL runs as another user.
  await chmod(runFolder, 0o755)
  project.provide('runFolder', runFolder)
  const stop = await (project.config.env.TEST_ENGINE === 'server'
    ? setUpServer(project, runFolder)
    : setUpEmbedded(project, runFolder))
  return async () => {
    await stop()
    await rm(runFolder, { recursive: true, force: true })
  }
}

/** Deletes the folders of killed runs, which would stay in memory until the machine restarts. */
async function deleteAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = /^trestle-run-(\d+)-/.exec(name)?.[1]
    if (pid && !isRunning(Number(pid))) await rm(join(parent, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Another user's process.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Migrates the database that tests get copies of and closes it. The ids of each table start at a different number, so
 * no two tables share an id.
 */
async function fillTemplate({ pool, close }: Database): Promise<void> {
  await migrate(pool)
  await pool.query(`do $$ declare each record; begin
    for each in select seqrelid::regclass as name, row_number() over (order by seqrelid::regclass::text) as number from pg_sequence
    loop execute format('alter sequence %s start %s restart', each.name, 1 + each.number * 10000); end loop;
  end $$`)
  await close()
}

async function setUpServer(project: TestProject, runFolder: string): Promise<() => Promise<void>> {
  const postgres = await startPostgres({ parent: runFolder })
  const databaseUrl = await createDatabase(postgres.url, serverTemplate)
  await fillTemplate(await openDatabase({ databaseUrl, dataDir: '', log: () => undefined }))
  project.provide('template', postgres.url)
  return () => postgres.stop()
}

async function setUpEmbedded(project: TestProject, runFolder: string): Promise<() => Promise<void>> {
  const folder = join(runFolder, 'template')
  await fillTemplate(await openDatabase({ dataDir: folder, log: () => undefined }))
  project.provide('template', folder)
  return () => Promise.resolve()
}
