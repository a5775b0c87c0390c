import { forgetVideo } from '../files/videoHost.ts'
import type { Services } from '../services.ts'
import { dropMedia } from './dropMedia.ts'
import { listUnnamedVideos, lockUnshownMedia } from './store.ts'

/** Longer than anybody keeps a form open between an upload and its save. */
const unshownMs = 86_400_000
const atOnce = 200

/**
 * Forgets the files of listings that no listing shows: never saved, removed, or of a draft that went on without them.
 * A video is forgotten by its host once nothing names it: also one whose upload ended half-way, or that never had one.
 */
export async function cleanUpMedia(services: Services): Promise<void> {
  const { db, now } = services
  const at = now()
  const before = new Date(at.getTime() - unshownMs)
  await db.transaction().execute(async (tx) => {
    await dropMedia(tx, at, await lockUnshownMedia(tx, before, atOnce))
  })
  for (const hashedId of await listUnnamedVideos(db, before, atOnce)) {
    await db.transaction().execute((tx) => forgetVideo(tx, at, hashedId))
  }
}
