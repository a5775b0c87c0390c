import { refusalError } from '../errors.ts'

const message = 'This key belongs to another request. Use a new key for a new request.'

/** Refuses an idempotency key that was first sent with another request, by the hashes of both requests. */
export function requireSameRequest(first: Buffer, now: Buffer): void {
  if (first.equals(now)) return
  throw refusalError('invalid_input', message, 'idempotency-key')
}
