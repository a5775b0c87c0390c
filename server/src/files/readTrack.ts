// The worker thread that reads the picture track of one video. Reading blocks the thread it runs on.
import { open } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { MediaFacts } from '@trestle/domain/files/mediaRules.ts'
import mediaInfoFactory from 'mediainfo.js'

export interface VideoFile {
  path: string
  bytes: number
}

export type Track = Pick<MediaFacts, 'width' | 'height' | 'framesPerSecond'>

const wasm = createRequire(import.meta.url).resolve('mediainfo.js/MediaInfoModule.wasm')

/** Returns null for a file without a track that has a size. The file is closed when the thread ends. */
async function readTrack({ path, bytes }: VideoFile): Promise<Track | null> {
  const mediaInfo = await mediaInfoFactory({ locateFile: () => wasm })
  const file = await open(path)
  const result = await mediaInfo.analyzeData(bytes, async (length, offset) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
    return buffer.subarray(0, bytesRead)
  })
  const track = result.media?.track.find((each) => each['@type'] === 'Video')
  if (track?.['@type'] !== 'Video' || track.Width === undefined || track.Height === undefined) return null
  return { width: track.Width, height: track.Height, framesPerSecond: track.FrameRate ?? null }
}

parentPort?.postMessage(await readTrack(workerData as VideoFile))
