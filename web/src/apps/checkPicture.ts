import {
  damagedImage,
  decideImage,
  imageLimits,
  detectImageType,
  invalidFileType,
  signatureLength,
  tooLarge,
} from '@trestle/domain/files/rules.ts'

/** What is wrong with a picture, asked before it is sent; the server asks again, of the bytes it got. */
export async function wrongWithPicture(file: File): Promise<string | null> {
  if (file.size > imageLimits.bytes) return tooLarge(imageLimits.bytes)
  const start = new Uint8Array(await file.slice(0, signatureLength).arrayBuffer())
  if (detectImageType(start) === null) return invalidFileType
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return damagedImage
  const decision = decideImage(bitmap)
  bitmap.close()
  return decision.ok ? null : decision.refusal.message
}
