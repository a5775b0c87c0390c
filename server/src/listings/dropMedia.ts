import { releaseFile } from '../files/claimFile.ts'
import { forgetVideo } from '../files/videoHost.ts'
import type { Tx } from '../db/schema.ts'
import { deleteMedia, listUnshownAmong, type MediaRow } from './store.ts'

/** Deletes files that no listing shows, with their bytes, so that they no longer count toward quotas. */
export async function dropMedia(tx: Tx, at: Date, media: readonly MediaRow[]): Promise<void> {
  for (const { id, file_key, external_url } of media) {
    await deleteMedia(tx, id)
    if (file_key !== null) await releaseFile(tx, at, file_key)
    if (external_url !== null) await forgetVideo(tx, at, external_url)
  }
}

/** Deletes the files among these that no listing shows anymore. */
export async function dropUnshown(tx: Tx, at: Date, ids: readonly number[]): Promise<void> {
  await dropMedia(tx, at, await listUnshownAmong(tx, ids))
}
