import { hourMs, minuteMs } from '@trestle/domain/time/durations.ts'
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
const batchSize = 200
/** A storage that doesn't answer fails slowly. A later run deletes the rest. */
const longestRunMs = 15 * minuteMs

/** Deletes uploads that were never used, and files whose earlier deletion failed. */
export async function cleanUpFiles(services: Services): Promise<void> {
  const { db, now, log } = services
  const at = now().getTime()
  const abandonedBefore = new Date(at - abandonedMs)
  await deleteInBatches([(limit) => deleteLostClaims(db, abandonedBefore, limit)])
  const failures = await deleteUnusedFiles(services, {
    abandonedBefore,
    droppedBefore: new Date(at - overdueMs),
  })
  if (failures.length > 0) {
    log.warn({ err: failures[0], files: failures.length }, 'unused files could not be deleted')
  }
}

/** Returns why some files couldn't be deleted. */
async function deleteUnusedFiles(
  services: Services,
  since: { abandonedBefore: Date; droppedBefore: Date },
): Promise<unknown[]> {
  const { db, now } = services
  const endsAt = now().getTime() + longestRunMs
  const failures: unknown[] = []
  let unused
  do {
    // Files that the storage refuses to delete remain the oldest; the others come after them.
    unused = await listUnused(db, since, { offset: failures.length, limit: batchSize })
    for (const { key } of unused) {
      if (now().getTime() >= endsAt) return failures
      await deleteFile(services, key).catch((error: unknown) => failures.push(error))
    }
  } while (unused.length > 0)
  return failures
}
