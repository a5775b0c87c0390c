import type { Actor } from '../access/actor.ts'
import type { Tx } from '../db/schema.ts'
import { storePicture } from '../files/storeFile.ts'
import { releaseFile, claimFile } from '../files/claimFile.ts'
import type { StorageOwner } from '../files/storage.ts'
import { RefusalError, refusalError } from '../errors.ts'
import type { Upload } from '../http/multipart.ts'
import type { Services } from '../services.ts'
import type { AppRow } from '../access/authorizedApp.ts'

/** The key of a stored picture, null to remove it, undefined to leave it unchanged. */
export type Thumbnail = string | null | undefined

interface ThumbnailInput {
  thumbnail?: Upload | undefined
  remove: boolean | undefined
}

/**
 * Stores the uploaded thumbnail and returns the change to make. Storing takes time, so it happens before the app is
 * locked, and authorization is checked before that.
 */
export async function receiveThumbnail(
  services: Services,
  { actor, owner }: { actor: Actor; owner: StorageOwner },
  { thumbnail, remove }: ThumbnailInput,
  requireRight: () => Promise<unknown>,
): Promise<Thumbnail> {
  if (!thumbnail) return remove ? null : undefined
  if (remove) {
    throw refusalError('invalid_input', 'Upload a new picture or remove the old one, not both.', 'thumbnail')
  }
  await requireRight()
  return storePicture(services, { uploadedBy: actor.id, owner }, thumbnail).catch((error: unknown) => {
    const isAboutFile = error instanceof RefusalError && error.code !== 'unavailable'
    throw isAboutFile ? refusalError(error.code, error.message, 'thumbnail') : error
  })
}

/** Returns the change of the app's row, claims the new picture and releases the old one. */
export async function changeThumbnail(
  tx: Tx,
  now: Date,
  app: AppRow,
  next: Thumbnail,
): Promise<{ thumbnail_key?: string | null }> {
  const old = app.thumbnail_key
  if (next === undefined || next === old) return {}
  if (next !== null) await claimFile(tx, next)
  if (old !== null) await releaseFile(tx, now, old)
  return { thumbnail_key: next }
}
