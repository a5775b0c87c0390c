import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { RefusalError } from '../errors.ts'
import { readPicture } from './image.ts'

test('encodes one picture at a time, and refuses more than can wait', async () => {
  const path = join(await newFolder(), 'large.png')
  await sharp({ create: { width: 1000, height: 1000, channels: 3, background: '#0f6864' } })
    .png()
    .toFile(path)
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
