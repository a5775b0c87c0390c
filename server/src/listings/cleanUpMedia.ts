import { dayMs } from '@trestle/domain/time/durations.ts'
import { forgetVideo } from '../files/videoHost.ts'
import type { Services } from '../services.ts'
import { dropMedia } from './dropMedia.ts'
import { listUnnamedVideos, lockUnshownMedia } from './store.ts'

/** Longer than anyone leaves a form open between an upload and its save. */
const unshownMs = dayMs
const batchSize = 200

/**
 * Deletes the files of listings that no listing shows: never saved, removed, or dropped from a later draft.
 *
 * Also deletes hosted videos that nothing refers to, because their upload ended halfway or they never had a listing.
 */
export async function cleanUpMedia(services: Services): Promise<void> {
  const { db, now } = services
  const at = now()
  const before = new Date(at.getTime() - unshownMs)
  await db.transaction().execute(async (tx) => {
    await dropMedia(tx, at, await lockUnshownMedia(tx, before, batchSize))
  })
  for (const hashedId of await listUnnamedVideos(db, before, batchSize)) {
    await db.transaction().execute((tx) => forgetVideo(tx, at, hashedId))
  }
}
