import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fastestFolder } from '../server/testing/fastestFolder.ts'
import { startDatabaseServer } from './database.ts'
import { startPortal } from './portal.ts'

/**
 * Fills one database and data folder with the demo. The run's portals start on copies of them, which takes a third of
 * the time. All data folders and browser profiles of the run are in its folder.
 */
export default async function setUpRun(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(await fastestFolder(), 'trestle-e2e-run-'))
  process.env['E2E_RUN_FOLDER'] = folder
  // The same ports for each worker of a slot, so that its profile has the portal's scripts cached.
  process.env['E2E_FIRST_PORT'] = String(20_000 + Math.floor(Math.random() * 100) * 100)
  // PostgreSQL runs as another user.
  await chmod(folder, 0o755)
  const databases = await startDatabaseServer(folder)
  const portal = await startPortal({ DATABASE_URL: databases.templateUrl })
  await portal.stop()
  process.env['E2E_FILLED_FOLDER'] = portal.dataDir
  return async () => {
    await databases.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
