import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RefusalError } from '../errors.ts'
import { readPicture } from './image.ts'

let folder: string
let path: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trestle-image-'))
  path = join(folder, 'large.png')
  const background = { r: 15, g: 104, b: 100 }
  await sharp({ create: { width: 1000, height: 1000, channels: 3, background } })
    .png()
    .toFile(path)
})
afterAll(() => rm(folder, { recursive: true }))

test('encodes one picture at a time, and refuses more than can wait', async () => {
  let most = 0
  const look = setInterval(() => (most = Math.max(most, sharp.counters().process)), 1)
  const uploads = await Promise.allSettled(Array.from({ length: 30 }, () => readPicture(path)))
  clearInterval(look)
  const refused = uploads.flatMap((upload) =>
    upload.status === 'rejected' ? [upload.reason as unknown] : [],
  )
  // One is encoded while 20 wait. Some end before the last ones arrive.
  expect(uploads.length - refused.length).toBeGreaterThanOrEqual(21)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.every((reason) => reason instanceof RefusalError && reason.code === 'unavailable')).toBe(
    true,
  )
  expect(most).toBe(1)
})
