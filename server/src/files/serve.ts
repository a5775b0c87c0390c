import type { FindFile } from '../http/serveFiles.ts'
import { findFile } from './store.ts'

/** A file that something shows, for whoever knows its key. */
export const findServedFile: FindFile = async ({ db, files }, key) => {
  const file = await findFile(db, key)
  if (!file || file.unused_since !== null) return undefined
  const bytes = await files.read(key)
  return bytes && { bytes, contentType: file.content_type }
}
