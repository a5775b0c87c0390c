import { createHash } from 'node:crypto'
import type { Tx } from '../src/db/schema.ts'
import type { FileDisk } from '../src/files/disk.ts'

/** An app as the owner of files. */
export interface FileOwner {
  appId: number
  ownerId: number
  at: Date
}

/** Stores a picture as if the app's owner had uploaded it. Returns its key, which is the same in each demo. */
export async function storePicture(
  tx: Tx,
  files: FileDisk,
  { appId, ownerId, at }: FileOwner,
  name: string,
  bytes: Buffer,
): Promise<string> {
  const key = createHash('sha256').update(name).digest('hex')
  await tx
    .insertInto('files')
    .values({ key, content_type: 'image/png', bytes: bytes.length, uploaded_by: ownerId, created_at: at })
    .execute()
  await tx
    .insertInto('storage_claims')
    .values({ app_id: appId, developer_id: ownerId, bytes: bytes.length, created_at: at, file_key: key })
    .execute()
  await files.put(key, bytes, 'image/png')
  return key
}
