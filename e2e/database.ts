import { createDatabase } from '../server/testing/createDatabase.ts'
import { startPostgres } from '../server/testing/postgres.ts'

const template = 'filled_with_demo'

/**
 * Starts the PostgreSQL server of a run, which ends together with all databases of its portals. They take a third
 * less processor time than embedded databases. Returns the address of a database for a portal to fill with the demo.
 */
export async function startDatabaseServer(
  folder: string,
): Promise<{ templateUrl: string; stop: () => Promise<void> }> {
  const { url, stop } = await startPostgres({ parent: folder })
  process.env['E2E_DATABASE_SERVER'] = url
  return { templateUrl: await createDatabase(url, template), stop }
}

/** Copies the database with the demo. Returns undefined if the run has no server (`npm run test:firefox`). */
export async function copyTemplate(name: string): Promise<string | undefined> {
  const server = process.env['E2E_DATABASE_SERVER']
  return server && createDatabase(server, name, template)
}
