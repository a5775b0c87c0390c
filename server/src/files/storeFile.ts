import type { MediaContentType } from '@trestle/domain/files/mediaRules.ts'
import type { Upload } from '../http/multipart.ts'
import type { Services } from '../services.ts'
import { deleteClaimOfFile } from './claims/store.ts'
import { readPicture } from './image.ts'
import { claimStorage, type StorageOwner } from './storage.ts'
import { insertFile } from './store.ts'

const keyBytes = 32

/** The developer who uploads a file, and the app or user it counts for. */
export interface Sender {
  uploadedBy: number
  owner: StorageOwner
}

/**
 * Checks an image and stores it, outside any transaction. Nothing shows it until `claimFile`; unused files are cleaned
 * up.
 */
export async function storePicture(services: Services, sender: Sender, upload: Upload): Promise<string> {
  const { bytes, type } = await readPicture(upload.path)
  return storeBytes(services, sender, { bytes, contentType: type })
}

export function storeBytes(
  services: Services,
  sender: Sender,
  { bytes, contentType }: { bytes: Buffer; contentType: MediaContentType },
): Promise<string> {
  return storeWith(services, sender, { contentType, bytes: bytes.length }, (key) =>
    services.files.put(key, bytes, contentType),
  )
}

/** Stores a file of any size from this server's uploads. */
export function storeFile(
  services: Services,
  sender: Sender,
  { path, bytes, contentType }: { path: string; bytes: number; contentType: MediaContentType },
): Promise<string> {
  return storeWith(services, sender, { contentType, bytes }, (key) =>
    services.files.putFile(key, path, contentType),
  )
}

/** Inserts the row and its claim first, so that no file exists without one. */
async function storeWith(
  services: Services,
  { uploadedBy, owner }: Sender,
  { contentType, bytes }: { contentType: MediaContentType; bytes: number },
  put: (key: string) => Promise<void>,
): Promise<string> {
  const { db, random, now } = services
  const key = random(keyBytes).toString('hex')
  await db.transaction().execute(async (tx) => {
    const at = now()
    await insertFile(tx, {
      key,
      content_type: contentType,
      bytes,
      uploaded_by: uploadedBy,
      created_at: at,
      unused_since: at,
    })
    await claimStorage(tx, services, owner, { bytes, fileKey: key })
  })
  try {
    await put(key)
  } catch (error) {
    await deleteClaimOfFile(db, key)
    throw error
  }
  return key
}
