import pg from 'pg'
import { startPostgres } from '../server/testing/postgres.ts'

const template = 'filled_with_demo'

/** Returns the address of the new database, or undefined if the run has no server (`npm run test:firefox`). */
async function createDatabase(name: string, options = ''): Promise<string | undefined> {
  const server = process.env['E2E_DATABASE_SERVER']
  if (server === undefined) return undefined
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(`create database ${client.escapeIdentifier(name)} ${options}`)
  } finally {
    await client.end()
  }
  return new URL(`/${name}`, server).href
}

/**
 * Starts the PostgreSQL server of a run, which ends with all databases of its portals. They take a third less processor
 * time than embedded databases.
 */
export async function startDatabaseServer(folder: string): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres({ parent: folder })
  process.env['E2E_DATABASE_SERVER'] = url
  return stop
}

/** Creates the database that a portal fills with the demo, for others to copy. */
export const createTemplate = (): Promise<string | undefined> => createDatabase(template)

/** Copies the database with the demo, or returns undefined if this run has no database server. */
export const copyTemplate = (name: string): Promise<string | undefined> =>
  createDatabase(name, `template ${template}`)
