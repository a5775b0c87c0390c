import type { Delivery, Subscription } from '@trestle/domain/notificationPreferences/kinds.ts'
import type { Db } from '../db/schema.ts'
import { findSubscriberByEmail, type Subscriber } from '../notificationPreferences/findSubscriber.ts'
import { preferenceFor } from './kinds.ts'
import type { Email } from './store.ts'

/** Why a developer gets an optional email, and how they want it. */
export interface MailSubscription {
  subscriber: Subscriber
  subscription: Subscription
  delivery: Delivery
}

/** Returns null for an email that is always sent, and for one to an address without an account. */
export async function findSubscription(
  db: Db,
  { kind, recipient }: Pick<Email, 'kind' | 'recipient'>,
): Promise<MailSubscription | null> {
  const subscription = preferenceFor(kind)
  if (subscription === 'always') return null
  const subscriber = await findSubscriberByEmail(db, recipient)
  if (!subscriber) return null
  if (subscription === 'daily') return { subscriber, subscription, delivery: 'on' }
  return { subscriber, subscription, delivery: subscriber.preferences[subscription] }
}
