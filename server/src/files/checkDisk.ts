import { randomBytes } from 'node:crypto'
import type { FileDisk } from './disk.ts'

/**
 * Returns whether the storage answered and refuses these settings, in which case waiting doesn't help. A storage that
 * can't be reached may be back soon.
 */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { $metadata: answer } = error as { $metadata?: { httpStatusCode?: number } }
  const status = answer?.httpStatusCode
  if (status !== undefined) return status >= 400 && status < 500 && status !== 408 && status !== 429
  const isOfFolder = 'syscall' in error && 'path' in error
  return isOfFolder || isRefusal(error.cause)
}

/** Stores a small file, reads it back and deletes it. Throws if any of this fails. */
export async function checkDisk(disk: FileDisk): Promise<void> {
  const key = `check-${randomBytes(8).toString('hex')}`
  await disk.put(key, Buffer.from(key), 'text/plain')
  const stored = await disk.read(key)
  await disk.remove(key)
  if (stored?.toString() !== key) throw new Error('A stored file reads back differently.')
}
