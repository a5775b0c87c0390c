import { refusalError } from '../errors.ts'

const message = 'This key belongs to another request. Use a new key for a new request.'

/** Refuses an idempotency key that was first sent with another request. Compares the hashes of the two requests. */
export function requireSameRequest(firstHash: Buffer, requestHash: Buffer): void {
  if (firstHash.equals(requestHash)) return
  throw refusalError('invalid_input', message, 'idempotency-key')
}
