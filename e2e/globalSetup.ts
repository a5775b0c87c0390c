import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPortal } from './portal.ts'

/**
 * Fills one data folder with the demo; every portal of the run starts on a copy of it, which takes a third of the time.
 * The browser profiles of the run are in its folder, too.
 */
export default async function setUpRun(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'trestle-e2e-run-'))
  process.env['E2E_RUN_FOLDER'] = folder
  // The same ports for each worker of a slot, so that its profile has the portal's scripts cached.
  process.env['E2E_FIRST_PORT'] = String(20_000 + Math.floor(Math.random() * 100) * 100)
  const portal = await startPortal()
  await portal.stop()
  process.env['E2E_FILLED_FOLDER'] = portal.dataDir
  return async () => {
    await portal.remove()
    await rm(folder, { recursive: true, force: true })
  }
}
