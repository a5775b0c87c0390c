import { open, readFile } from 'node:fs/promises'
import { decideMedia, type MediaFacts } from '@trestle/domain/files/mediaRules.ts'
import {
  damagedImage,
  decideImage,
  imageLimits,
  detectImageType,
  invalidFileType,
  signatureLength,
  type ImageType,
} from '@trestle/domain/files/rules.ts'
import sharp from 'sharp'
import { unwrap, refusalError } from '../errors.ts'
import { countScans, maxScans } from './countScans.ts'
import { createQueue } from './createQueue.ts'

export interface Picture {
  bytes: Buffer
  type: ImageType
}

/** Twice the largest displayed size of an image, for high-density screens. */
const maxStoredWidth = 512

async function readType(path: string): Promise<ImageType> {
  const file = await open(path)
  try {
    const start = new Uint8Array(signatureLength)
    await file.read(start)
    const type = detectImageType(start)
    if (type === null) throw refusalError('invalid_input', invalidFileType)
    return type
  } finally {
    await file.close()
  }
}

/** One picture at a time: a large one takes seconds of a processor and hundreds of MB of memory. */
const encodeInTurn = createQueue('Many images are being uploaded right now. Try again in a moment.')

/** Refuses a JPEG whose scans would keep other pictures waiting. */
async function refuseManyScans(path: string): Promise<void> {
  if (countScans(await readFile(path)) > maxScans) throw refusalError('invalid_input', damagedImage)
}

/**
 * Encodes an image again, so that only its pixels remain: no location or camera data, color profile, or data after its
 * end.
 */
async function encode(path: string, type: ImageType, { shrink }: { shrink: boolean }) {
  const image = sharp(path, { limitInputPixels: imageLimits.maxSide ** 2, failOn: 'warning' }).autoOrient()
  const fitting = shrink ? image.resize({ width: maxStoredWidth, withoutEnlargement: true }) : image
  const written = type === 'image/png' ? fitting.png() : fitting.jpeg({ quality: 88 })
  return encodeInTurn(async () => {
    if (type === 'image/jpeg') await refuseManyScans(path)
    return refuseDamaged(written.toBuffer({ resolveWithObject: true }))
  })
}

/** Returns the size of an image as displayed, because a camera may store it on its side. */
async function readSize(path: string): Promise<{ width: number; height: number }> {
  const { autoOrient } = await refuseDamaged(sharp(path, { limitInputPixels: false }).metadata())
  return autoOrient
}

/** Reads an image, checks its bytes and encodes it again. */
export async function readPicture(path: string): Promise<Picture> {
  const type = await readType(path)
  unwrap(decideImage(await readSize(path)))
  const { data } = await encode(path, type, { shrink: true })
  return { bytes: data, type }
}

/**
 * Reads an image of a listing, checked and encoded like a thumbnail. A screenshot keeps its size, because the page
 * shows it whole.
 */
export async function readListingPicture(
  path: string,
  as: 'Logo' | 'Picture',
): Promise<Picture & { facts: MediaFacts }> {
  const type = await readType(path)
  const facts = { contentType: type, ...(await readSize(path)), framesPerSecond: null }
  unwrap(decideMedia(as, facts))
  const { data, info } = await encode(path, type, { shrink: as === 'Logo' })
  return { bytes: data, type, facts: { ...facts, width: info.width, height: info.height } }
}

/** Refuses a file that can't be read. It is on our disk and within the size limit, so the cause is its content. */
function refuseDamaged<T>(reading: Promise<T>): Promise<T> {
  return reading.catch(() => {
    throw refusalError('invalid_input', damagedImage)
  })
}
