import type { MediaContentType } from '@trestle/domain/files/mediaRules.ts'
import type { Actor } from '../access/actor.ts'
import type { Upload } from '../http/multipart.ts'
import type { Services } from '../services.ts'
import { readPicture } from './image.ts'
import { insertFile } from './store.ts'

const keyBytes = 32

/**
 * Checks a picture and puts it on the disk, outside any transaction. Nothing shows it yet: `holdFile` does that, and
 * what is never used is tidied away.
 */
export async function keepPicture(services: Services, actor: Actor, upload: Upload): Promise<string> {
  const { bytes, type } = await readPicture(upload.path)
  return keepBytes(services, actor, { bytes, contentType: type })
}

/** Puts bytes on the disk. */
export async function keepBytes(
  services: Services,
  actor: Actor,
  { bytes, contentType }: { bytes: Buffer; contentType: MediaContentType },
): Promise<string> {
  const key = await announce(services, actor, contentType, bytes.length)
  await services.files.put(key, bytes, contentType)
  return key
}

/** Puts a file of this server on the disk, however large. */
export async function keepFile(
  services: Services,
  actor: { id: number },
  { path, bytes, contentType }: { path: string; bytes: number; contentType: MediaContentType },
): Promise<string> {
  const key = await announce(services, actor, contentType, bytes)
  await services.files.putFile(key, path, contentType)
  return key
}

/** The row comes first, so that no file is ever without one. */
async function announce(
  services: Services,
  actor: { id: number },
  contentType: MediaContentType,
  bytes: number,
): Promise<string> {
  const key = services.random(keyBytes).toString('hex')
  const now = services.now()
  await insertFile(services.db, {
    key,
    content_type: contentType,
    bytes,
    uploaded_by: actor.id,
    created_at: now,
    unused_since: now,
  })
  return key
}
