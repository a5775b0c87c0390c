import { createHmac, timingSafeEqual } from 'node:crypto'
import { dayMs } from '@trestle/domain/time/durations.ts'
import type { Services } from '../services.ts'

/** How long a browser stays known after its last sign-in. */
const deviceLifetimeMs = 180 * dayMs

interface StoredPassword {
  id: number
  password_hash: string
}

/**
 * Signs with the account's own password hash, so that there is no key to store, and changing the password makes every
 * browser unknown again.
 */
const sign = ({ id, password_hash }: StoredPassword, device: string): Buffer =>
  createHmac('sha256', password_hash).update(`device ${id} ${device}`).digest()

/** Returns the cookie by which a browser is recognized: its random name, signed for this account. */
export function makeDeviceToken(
  { random, now }: Pick<Services, 'random' | 'now'>,
  account: StoredPassword,
): { token: string; expiresAt: Date } {
  const device = random(16).toString('base64url')
  const token = `${device}.${sign(account, device).toString('base64url')}`
  return { token, expiresAt: new Date(now().getTime() + deviceLifetimeMs) }
}

/** Returns the browser's name if it has signed in to this account with the current password. */
export function knownDevice(
  account: StoredPassword | undefined,
  token: string | undefined,
): string | undefined {
  const [device, signature] = token?.split('.') ?? []
  if (!account || !device || !signature) return undefined
  const provided = Buffer.from(signature, 'base64url')
  const expected = sign(account, device)
  return provided.length === expected.length && timingSafeEqual(provided, expected) ? device : undefined
}
