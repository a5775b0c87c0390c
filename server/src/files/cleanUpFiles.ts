import type { Services } from '../services.ts'
import { deleteLostClaims } from './claims/store.ts'
import { deleteFile } from './deleteFile.ts'
import { listUnused } from './store.ts'

/** Longer than any call takes between storing a file and using it. */
const abandonedMs = 3_600_000
const atOnce = 200

/** Deletes uploads that were never used, and files whose earlier deletion failed. */
export async function cleanUpFiles(services: Services): Promise<void> {
  const { db, now, log } = services
  const before = new Date(now().getTime() - abandonedMs)
  await deleteLostClaims(db, before)
  const abandoned = await listUnused(db, before, atOnce)
  for (const { key } of abandoned) {
    await deleteFile(services, key).catch((error: unknown) =>
      log.warn({ err: error }, 'an unused file could not be deleted'),
    )
  }
}
