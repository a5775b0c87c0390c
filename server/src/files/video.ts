import { open } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { damagedVideo, truncatedVideo, type MediaFacts } from '@trestle/domain/files/mediaRules.ts'
import { invalidFileType } from '@trestle/domain/files/rules.ts'
import mediaInfoFactory from 'mediainfo.js'
import { refusalError } from '../errors.ts'
import { isCompleteVideo } from './videoBoxes.ts'

const wasm = createRequire(import.meta.url).resolve('mediainfo.js/MediaInfoModule.wasm')

/** Detects the type by the first box, which distinguishes the kinds of this container: QuickTime's brand is `qt  `. */
function detectVideoType(start: Buffer): 'video/mp4' | 'video/quicktime' | null {
  const box = start.toString('latin1', 4, 8)
  if (box === 'ftyp') return start.toString('latin1', 8, 12) === 'qt  ' ? 'video/quicktime' : 'video/mp4'
  // Old QuickTime files start without a type box.
  return box === 'moov' || box === 'mdat' || box === 'wide' ? 'video/quicktime' : null
}

/** Reads a video's type and facts from its bytes: its name and declared type prove nothing. */
export async function readVideo(path: string, bytes: number): Promise<MediaFacts> {
  const file = await open(path)
  const read = async (length: number, offset: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
    return buffer.subarray(0, bytesRead)
  }
  try {
    const contentType = detectVideoType(await read(12, 0))
    if (contentType === null) throw refusalError('invalid_input', invalidFileType)
    if (!(await isCompleteVideo(bytes, read))) throw refusalError('invalid_input', truncatedVideo)
    return { contentType, ...(await measure(bytes, read)) }
  } finally {
    await file.close()
  }
}

async function measure(
  bytes: number,
  read: (length: number, offset: number) => Promise<Buffer>,
): Promise<Pick<MediaFacts, 'width' | 'height' | 'framesPerSecond'>> {
  const mediaInfo = await mediaInfoFactory({ locateFile: () => wasm })
  try {
    const result = await mediaInfo.analyzeData(bytes, read)
    const track = result.media?.track.find((each) => each['@type'] === 'Video')
    if (track?.['@type'] !== 'Video' || track.Width === undefined || track.Height === undefined) {
      throw refusalError('invalid_input', damagedVideo)
    }
    return { width: track.Width, height: track.Height, framesPerSecond: track.FrameRate ?? null }
  } finally {
    mediaInfo.close()
  }
}
