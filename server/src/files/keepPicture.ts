import type { Actor } from '../access/actor.ts'
import type { Upload } from '../http/multipart.ts'
import type { Services } from '../services.ts'
import { readPicture } from './image.ts'
import { insertFile } from './store.ts'

const keyBytes = 32

/**
 * Checks a picture and puts it on the disk, outside any transaction. Nothing shows it yet: `holdFile` does that, and
 * what is never used is tidied away. The row comes first, so that no file is ever without one.
 */
export async function keepPicture(services: Services, actor: Actor, upload: Upload): Promise<string> {
  const { bytes, type } = await readPicture(upload.path)
  const key = services.random(keyBytes).toString('hex')
  const now = services.now()
  await insertFile(services.db, {
    key,
    content_type: type,
    bytes: bytes.length,
    uploaded_by: actor.id,
    created_at: now,
    unused_since: now,
  })
  await services.files.put(key, bytes, type)
  return key
}
