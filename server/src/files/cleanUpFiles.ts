import { hourMs } from '@trestle/domain/time/durations.ts'
import { deleteInBatches } from '../retention/deleteInBatches.ts'
import type { Services } from '../services.ts'
import { droppedFileMs } from './claimFile.ts'
import { deleteLostClaims } from './claims/store.ts'
import { deleteFile } from './deleteFile.ts'
import { listUnused } from './store.ts'

/** Longer than any call takes between storing a file and using it. */
const abandonedMs = hourMs
/** Longer than the job that deletes a dropped file takes with all its attempts. */
const overdueMs = droppedFileMs + hourMs
const atOnce = 200

/** Deletes uploads that were never used, and files whose earlier deletion failed. */
export async function cleanUpFiles(services: Services): Promise<void> {
  const { db, now, log } = services
  const at = now().getTime()
  const abandonedBefore = new Date(at - abandonedMs)
  await deleteInBatches([(limit) => deleteLostClaims(db, abandonedBefore, limit)])
  const unused = await listUnused(db, { abandonedBefore, droppedBefore: new Date(at - overdueMs) }, atOnce)
  for (const { key } of unused) {
    await deleteFile(services, key).catch((error: unknown) =>
      log.warn({ err: error }, 'an unused file could not be deleted'),
    )
  }
}
