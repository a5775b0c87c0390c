import {
  damagedImage,
  decideImage,
  imageLimits,
  detectImageType,
  invalidFileType,
  signatureLength,
  tooLarge,
} from '@trestle/domain/files/rules.ts'

/** Returns what's wrong with a picture before it is uploaded. The server checks the received bytes again. */
export async function checkPicture(file: File): Promise<string | null> {
  if (file.size > imageLimits.bytes) return tooLarge(imageLimits.bytes)
  const start = new Uint8Array(await file.slice(0, signatureLength).arrayBuffer())
  if (detectImageType(start) === null) return invalidFileType
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return damagedImage
  const decision = decideImage(bitmap)
  bitmap.close()
  return decision.ok ? null : decision.refusal.message
}
