import { refuse, type Decision } from '../http/errors.ts'
import { megabyte, megabytesText } from './storage.ts'

/** The maximum size of a listing's file in bytes, which is that of a video. */
export const largestMedia = 500 * megabyte

/** Requirements for an app's picture and a listing's logo (SET-12, SET-23, MEDIA-06). */
export const imageLimits = {
  bytes: 10 * megabyte,
  minSide: 200,
  maxSide: 6000,
} as const

export const imageTypes = ['image/jpeg', 'image/png'] as const
export type ImageType = (typeof imageTypes)[number]

export const invalidFileType = 'Invalid file type'
export const damagedImage = "This picture is damaged and couldn't be read."

const signatures: Record<ImageType, readonly number[]> = {
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
}

/** The number of leading bytes needed to detect a file's type. */
export const signatureLength = Math.max(...Object.values(signatures).map(({ length }) => length))

/** Detects the type from the first bytes, because names and declared types prove nothing. */
export function detectImageType(start: Uint8Array): ImageType | null {
  return imageTypes.find((type) => signatures[type].every((byte, index) => start[index] === byte)) ?? null
}

export const tooLarge = (maxBytes: number): string => `The file is larger than ${megabytesText(maxBytes)}.`

interface Shape {
  width: number
  height: number
}

/** Returns why an image can't be shown as a square, or null. `subject` names it: `The logo`. */
export function squareProblem(subject: string, { width, height }: Shape): string | null {
  const { minSide, maxSide } = imageLimits
  const size = `This one is ${width} x ${height} px.`
  if (width !== height) return `${subject} must be square. ${size}`
  if (width < minSide) return `${subject} must be at least ${minSide} x ${minSide} px. ${size}`
  if (width > maxSide) return `${subject} can be at most ${maxSide} x ${maxSide} px. ${size}`
  return null
}

/**
 * Decides whether a picture of this shape suits an app. The browser checks before uploading, the server checks the
 * bytes.
 */
export function decideImage(shape: Shape): Decision<Shape> {
  const message = squareProblem('The picture', shape)
  if (message === null) return { ok: true, value: shape }
  return refuse('invalid_input', message)
}
