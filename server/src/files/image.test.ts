import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { damagedImage } from '@trestle/domain/files/rules.ts'
import { newFolder } from '../../testing/folders.ts'
import { makeManyScans } from '../../testing/scans.ts'
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

const save = async (bytes: Buffer): Promise<string> => {
  const path = join(await newFolder(), 'picture.jpg')
  await writeFile(path, bytes)
  return path
}

const gray = sharp({ create: { width: 400, height: 400, channels: 3, background: '#808080' } })

test('reads a progressive picture, even one that contains a preview with its own scans', async () => {
  const progressive = await gray.jpeg({ progressive: true }).toBuffer()
  const preview = Buffer.concat(Array.from({ length: 200 }, () => Buffer.from([0xff, 0xda, 0x00, 0x08])))
  const length = Buffer.from([0xff, 0xe3, 0x00, 0x00])
  length.writeUInt16BE(preview.length + 2, 2)
  const withPreview = Buffer.concat([progressive.subarray(0, 2), length, preview, progressive.subarray(2)])
  const phone = Buffer.concat([progressive, makeManyScans(400)])
  for (const bytes of [progressive, withPreview, phone]) {
    expect((await readPicture(await save(bytes))).type).toBe('image/jpeg')
  }
})

test('refuses a picture of hundreds of scans, which would take minutes to read', async () => {
  const path = await save(makeManyScans(400))
  expect(await sharp(path).metadata()).toMatchObject({ width: 400, height: 400, isProgressive: true })
  await expect(readPicture(path)).rejects.toThrow(damagedImage)
})
