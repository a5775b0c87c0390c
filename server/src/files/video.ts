import { open } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { damagedVideo, truncatedVideo, type MediaFacts } from '@trestle/domain/files/mediaRules.ts'
import { invalidFileType } from '@trestle/domain/files/rules.ts'
import { refusalError } from '../errors.ts'
import { withinTime } from '../withinTime.ts'
import { createQueue } from './createQueue.ts'
import type { Track, VideoFile } from './readTrack.ts'
import { isCompleteVideo } from './videoBoxes.ts'

/** Detects the type by the first box, which distinguishes the kinds of this container: QuickTime's brand is `qt  `. */
function detectVideoType(start: Buffer): 'video/mp4' | 'video/quicktime' | null {
  const box = start.toString('latin1', 4, 8)
  if (box === 'ftyp') return start.toString('latin1', 8, 12) === 'qt  ' ? 'video/quicktime' : 'video/mp4'
  // Old QuickTime files start without a type box.
  return box === 'moov' || box === 'mdat' || box === 'wide' ? 'video/quicktime' : null
}

/** Far longer than a video needs. The time for a crafted one can grow with the square of its size. */
const measureMs = 10_000

/** Reads a video's type and facts from its bytes: its name and declared type prove nothing. */
export async function readVideo(
  path: string,
  bytes: number,
  timeoutMs: number = measureMs,
): Promise<MediaFacts> {
  const file = await open(path)
  const read = async (length: number, offset: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
    return buffer.subarray(0, bytesRead)
  }
  try {
    const contentType = detectVideoType(await read(12, 0))
    if (contentType === null) throw refusalError('invalid_input', invalidFileType)
    if (!(await isCompleteVideo(bytes, read))) throw refusalError('invalid_input', truncatedVideo)
    return { contentType, ...(await measureInTurn(() => measure({ path, bytes }, timeoutMs))) }
  } finally {
    await file.close()
  }
}

/** One video at a time: some take seconds of a processor and hundreds of MB of memory. */
const measureInTurn = createQueue('Many large files are being uploaded right now. Try again in a moment.')

/** Reads a video's size and frame rate in a thread of its own, because reading a crafted one can take minutes. */
async function measure(video: VideoFile, timeoutMs: number): Promise<Track> {
  const worker = new Worker(new URL('./readTrack.ts', import.meta.url), { workerData: video, execArgv: [] })
  const reading = new Promise<Track | null>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The thread that reads an upload ended without a result.')))
  })
  try {
    const track = await withinTime(reading, timeoutMs, () => null)
    if (track === null) throw refusalError('invalid_input', damagedVideo)
    return track
  } finally {
    await worker.terminate()
  }
}
