import { open } from 'node:fs/promises'
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
import { unwrap, RefusalError } from '../errors.ts'

export interface Picture {
  bytes: Buffer
  type: ImageType
}

/** Twice what the largest place of a picture needs, for fine screens. */
const storedSide = 512

const refuse = (message: string): RefusalError => new RefusalError({ code: 'invalid_input', message })

async function readType(path: string): Promise<ImageType> {
  const file = await open(path)
  try {
    const start = new Uint8Array(signatureLength)
    await file.read(start)
    const type = detectImageType(start)
    if (type === null) throw refuse(invalidFileType)
    return type
  } finally {
    await file.close()
  }
}

/**
 * A picture as it is kept: judged by its bytes and written anew, so that nothing but its pixels is left of what was
 * sent. Place and camera, colour profiles, what hides behind its end: gone.
 */
export async function readPicture(path: string): Promise<Picture> {
  const type = await readType(path)
  const image = sharp(path, { limitInputPixels: imageLimits.maxSide ** 2, failOn: 'warning' })
  const { width, height } = await readable(sharp(path, { limitInputPixels: false }).metadata())
  unwrap(decideImage({ width, height }))
  const upright = image.autoOrient().resize({ width: storedSide, withoutEnlargement: true })
  const written = type === 'image/png' ? upright.png() : upright.jpeg({ quality: 88 })
  return { bytes: await readable(written.toBuffer()), type }
}

/**
 * A picture of a listing, judged and written anew like a thumbnail. A screenshot keeps its size: the page shows it
 * whole.
 */
export async function readListingPicture(
  path: string,
  as: 'Logo' | 'Picture',
): Promise<Picture & { facts: MediaFacts }> {
  const type = await readType(path)
  const { width, height } = await readable(sharp(path, { limitInputPixels: false }).autoOrient().metadata())
  const facts = { contentType: type, width, height, framesPerSecond: null }
  unwrap(decideMedia(as, facts))
  const image = sharp(path, { limitInputPixels: imageLimits.maxSide ** 2, failOn: 'warning' }).autoOrient()
  const fitting = as === 'Logo' ? image.resize({ width: storedSide, withoutEnlargement: true }) : image
  const written = type === 'image/png' ? fitting.png() : fitting.jpeg({ quality: 88 })
  const { data, info } = await readable(written.toBuffer({ resolveWithObject: true }))
  return { bytes: data, type, facts: { ...facts, width: info.width, height: info.height } }
}

/** The file is on our disk and no larger than allowed: what goes wrong while it is read is its own fault. */
function readable<T>(reading: Promise<T>): Promise<T> {
  return reading.catch(() => {
    throw refuse(damagedImage)
  })
}
