import { RefusalError } from '../errors.ts'

const message = 'This key belongs to another request. Use a new key for a new request.'

/** Refuses an idempotency key that was first sent with another request, by the hashes of both requests. */
export function requireSameRequest(first: Buffer, now: Buffer): void {
  if (first.equals(now)) return
  throw new RefusalError({ code: 'invalid_input', message, fields: { 'idempotency-key': [message] } })
}
