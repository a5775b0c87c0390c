import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { damagedVideo, truncatedVideo } from '@trestle/domain/files/mediaRules.ts'
import { expect, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { makeVideo } from '../../testing/videos.ts'
import { readVideo } from './video.ts'

const whole = makeVideo({ width: 1280, height: 720, framesPerSecond: 24 })

/** Returns the video with more boxes at the end of its index. */
function withInIndex(boxes: Buffer): Buffer {
  const start = whole.indexOf('moov') - 4
  const end = start + whole.readUInt32BE(start)
  const longer = Buffer.concat([whole.subarray(0, end), boxes, whole.subarray(end)])
  longer.writeUInt32BE(end - start + boxes.length, start)
  return longer
}

async function read(video: Buffer, timeoutMs?: number) {
  const path = join(await newFolder(), 'tour.mp4')
  await writeFile(path, video)
  return readVideo(path, video.length, timeoutMs)
}

test('a crafted video that takes long to read is refused, and holds up nothing else', async () => {
  const start = whole.indexOf('trak') - 4
  const track = whole.subarray(start, start + whole.readUInt32BE(start))
  const crafted = withInIndex(Buffer.concat(Array.from({ length: 3000 }, () => track)))
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  await expect(read(crafted, 1000)).rejects.toThrow(damagedVideo)
  delay.disable()
  expect(delay.max / 1e6).toBeLessThan(1000)
  expect(await read(whole)).toMatchObject({ width: 1280, height: 720, framesPerSecond: 24 })
})

test('a video is refused if its index is too long to be read into memory', async () => {
  const free = Buffer.alloc(17 * 1024 * 1024)
  free.writeUInt32BE(free.length)
  free.write('free', 4, 'latin1')
  await expect(read(withInIndex(free))).rejects.toThrow(truncatedVideo)
})
