import type { Db } from '../db/schema.ts'
import type { FindFile } from '../http/serveFiles.ts'
import { findFile, type FileRow } from './store.ts'
import { findHostedVideo } from './hostedVideos/store.ts'
import { requireBytes } from './requireBytes.ts'

/** Finds a file that something shows, for anyone who knows its key. */
export const findServedFile: FindFile = async ({ db, files }, key) => {
  const file = await findShownFile(db, key)
  return (
    file && {
      bytes: file.bytes,
      contentType: file.content_type,
      stream: async (range) => {
        const stream = await files.stream(key, range)
        // Checked again, because the file may have been deleted since.
        if (!stream && (await findShownFile(db, key))) throw new Error(missing(key))
        const bytes = range ? range.end - range.start + 1 : file.bytes
        return stream && requireBytes(stream, bytes, otherSize(key))
      },
    }
  )
}

async function findShownFile(db: Db, key: string): Promise<FileRow | undefined> {
  const file = await findFile(db, key)
  return file?.unused_since === null ? file : undefined
}

/** Shortens the key, because anyone who knows it can read the file. */
const missing = (key: string): string =>
  `The file ${key.slice(0, 12)}… is in the database but missing from the file storage. Check FILES_URL on every server.`

const otherSize = (key: string): string =>
  `The file ${key.slice(0, 12)}… has another size in the file storage than in the database.`

/** Finds a video of the built-in host by its hashed id. */
export const findServedVideo: FindFile = async (services, hashedId) => {
  const video = await findHostedVideo(services.db, hashedId)
  return video && findServedFile(services, video.file_key)
}
