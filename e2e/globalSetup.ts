import { startPortal } from './portal.ts'

/** Fills one data folder with the demo. Every portal of the run starts on a copy of it, in a third of the time. */
export default async function fillOnce(): Promise<() => Promise<void>> {
  const portal = await startPortal()
  await portal.stop()
  process.env['E2E_FILLED_FOLDER'] = portal.dataDir
  return portal.remove
}
