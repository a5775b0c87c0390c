import { expect, test } from 'vitest'
import { makeVideo } from '../../testing/videos.ts'
import { isCompleteVideo } from './videoBoxes.ts'

const whole = makeVideo({ width: 1280, height: 720, framesPerSecond: 24, bytes: 40_000 })
const framesAt = whole.indexOf('mdat') - 4
const index = whole.subarray(0, framesAt)
const frames = whole.subarray(framesAt + 8)

function framesWith(length: number, ...header: Buffer[]): Buffer {
  const start = Buffer.alloc(8)
  start.writeUInt32BE(length)
  start.write('mdat', 4, 'latin1')
  return Buffer.concat([index, start, ...header, frames])
}

function long(bytes: number): Buffer {
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(bytes))
  return length
}

const trailer = Buffer.concat([Buffer.from([0xff, 0xff, 0xff, 0xff]), Buffer.from('SEFT')])
const tinyBoxes = Buffer.alloc(8 * 60_000, Buffer.from([0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65]))

test.each([
  ['a whole video', whole, true],
  ['half of a video whose index comes first', whole.subarray(0, whole.length / 2), false],
  ['a video without its last byte', whole.subarray(0, -1), false],
  ['a video cut off after its index', index, false],
  ['a video cut off within its index', whole.subarray(0, framesAt - 20), false],
  ['frames up to the end of the file', framesWith(0), true],
  ['frames with a 64-bit length', framesWith(1, long(frames.length + 16)), true],
  ['cut-off frames with a 64-bit length', framesWith(1, long(frames.length + 17)), false],
  ['frames with an impossible length', framesWith(3), false],
  ['a whole video with the trailer of a phone', Buffer.concat([whole, trailer]), true],
  ['a whole video with a few more bytes', Buffer.concat([whole, Buffer.alloc(4)]), true],
  ['too many boxes', Buffer.concat([whole, tinyBoxes]), false],
])('%s', async (_, file, isComplete) => {
  const read = (length: number, offset: number) => Promise.resolve(file.subarray(offset, offset + length))
  expect(await isCompleteVideo(file.length, read)).toBe(isComplete)
})
