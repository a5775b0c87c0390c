import { timingSafeEqual } from 'node:crypto'
import { subscriptions, type Subscription } from '@trestle/domain/notificationPreferences/kinds.ts'
import type { Services } from '../services.ts'
import type { Recipient } from './store.ts'

/** The purpose of hashing the text, so that its hashes for other purposes differ. */
const purpose = 'unsubscribe link'

/** Contains the address, so that a link stops working once the account has another address. */
const hashesFor = (
  { encryption }: Pick<Services, 'encryption'>,
  { id, email }: Recipient,
  subscription: Subscription,
): Buffer[] => encryption.hash(`${id} ${subscription} ${email}`, purpose)

/**
 * Returns the token of an unsubscribe link. It is signed instead of stored, because every email has one, and email
 * programs may use it years later.
 */
export function signToken(
  services: Pick<Services, 'encryption'>,
  recipient: Recipient,
  subscription: Subscription,
): string {
  const [signature] = hashesFor(services, recipient, subscription)
  return `${recipient.id}.${subscription}.${signature?.toString('base64url')}`
}

interface ParsedToken {
  developerId: number
  subscription: Subscription
  signature: Buffer
}

/** Returns the parts of a token, or null. Its signature may still be wrong. */
export function parseToken(token: string): ParsedToken | null {
  const [id = '', name = '', signature = '', ...more] = token.split('.')
  const subscription = subscriptions.find((each) => each === name)
  if (!subscription || more.length > 0 || !/^[1-9]\d{0,14}$/.test(id)) return null
  return { developerId: Number(id), subscription, signature: Buffer.from(signature, 'base64url') }
}

/** Returns whether one of the keys signed this token for this developer. */
export const isSigned = (
  services: Pick<Services, 'encryption'>,
  recipient: Recipient,
  { subscription, signature }: ParsedToken,
): boolean =>
  hashesFor(services, recipient, subscription).some(
    (hash) => hash.length === signature.length && timingSafeEqual(hash, signature),
  )
