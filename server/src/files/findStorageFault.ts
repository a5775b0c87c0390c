import type { Db } from '../db/schema.ts'
import type { FileDisk } from './disk.ts'
import { listSomeUsed } from './store.ts'

/**
 * Returns a message if the storage has none of a few files that the database lists, or null. Throws if it can't be
 * read.
 */
export async function findStorageFault(db: Db, files: FileDisk): Promise<string | null> {
  const keys = await listSomeUsed(db)
  if (keys.length === 0) return null
  const found = await Promise.all(keys.map((key) => hasFile(files, key)))
  if (found.includes(true)) return null
  return 'The file storage at FILES_URL has none of the files that the database lists. It may be another bucket or folder, or a mount may be missing.'
}

async function hasFile(files: FileDisk, key: string): Promise<boolean> {
  const firstByte = await files.stream(key, { start: 0, end: 0 })
  firstByte?.destroy()
  return firstByte !== undefined
}
