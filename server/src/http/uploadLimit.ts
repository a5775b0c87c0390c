import { RefusalError } from '../errors.ts'

/** Enough for two videos of 500 MB with their forms, or for a hundred pictures. */
const maxBytes = 1100 * 1024 * 1024

/** Reserves room for the files of a form. Returns a function that ends the reservation. */
export type ReserveUpload = (personId: number, bytes: number) => () => void

/**
 * Creates a limit on the size of all forms that one person sends to this process at the same time. Until a form is
 * answered, its files are in the temporary folder, and storage quotas count stored files only.
 */
export function createUploadLimit(): ReserveUpload {
  const reserved = new Map<number, number>()
  return (personId, bytes) => {
    const before = reserved.get(personId) ?? 0
    if (before + bytes > maxBytes) {
      throw new RefusalError({
        code: 'rate_limited',
        message: 'You are uploading too many files at once. Wait until one of them is done, then try again.',
        retryAfterSeconds: 30,
      })
    }
    reserved.set(personId, before + bytes)
    return () => {
      const left = (reserved.get(personId) ?? 0) - bytes
      if (left > 0) reserved.set(personId, left)
      else reserved.delete(personId)
    }
  }
}
