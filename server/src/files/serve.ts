import type { FindFile } from '../http/serveFiles.ts'
import { findFile } from './store.ts'
import { findHostedVideo } from './hostedVideos/store.ts'

/** A file that something shows, for whoever knows its key. */
export const findServedFile: FindFile = async ({ db, files }, key) => {
  const file = await findFile(db, key)
  if (!file || file.unused_since !== null) return undefined
  return {
    bytes: file.bytes,
    contentType: file.content_type,
    stream: (range) => files.stream(key, range),
  }
}

/** A video of the built-in host, by its hashed id. */
export const findServedVideo: FindFile = async (services, hashedId) => {
  const video = await findHostedVideo(services.db, hashedId)
  return video && findServedFile(services, video.file_key)
}
