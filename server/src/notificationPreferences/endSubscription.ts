import type { UnsubscribeLink } from '@trestle/domain/notificationPreferences/contract.ts'
import { isSubscribed, unsubscribeFrom } from '@trestle/domain/notificationPreferences/rules.ts'
import type { AuditActor } from '../access/actor.ts'
import { lockAccount } from '../access/lockAccount.ts'
import { refusalError } from '../errors.ts'
import type { Services } from '../services.ts'
import { applyPreferences } from './updatePreferences.ts'
import { findPreferences, findSubscriber } from './findSubscriber.ts'
import { isSigned, parseToken } from './signToken.ts'

const refuseLink = (): never => {
  throw refusalError(
    'not_found',
    'The link is incomplete, or its account has another email address or was deleted.',
  )
}

/**
 * Returns the subscription that a link ends, and its recipient. The link was sent to that address, so anyone who has it
 * may know it.
 */
export async function readUnsubscribeLink(services: Services, token: string): Promise<UnsubscribeLink> {
  const parsed = parseToken(token) ?? refuseLink()
  const subscriber = await findSubscriber(services.db, parsed.developerId)
  if (!subscriber || !isSigned(services, subscriber, parsed)) return refuseLink()
  const { subscription } = parsed
  return {
    subscription,
    email: subscriber.email,
    is_subscribed: isSubscribed(subscription, subscriber.preferences),
  }
}

/** Ends the subscription of a link. Using the link again changes nothing. */
export function endSubscription(services: Services, by: AuditActor, token: string): Promise<UnsubscribeLink> {
  const parsed = parseToken(token) ?? refuseLink()
  return services.db.transaction().execute(async (tx) => {
    const recipient = await lockAccount(tx, parsed.developerId)
    if (!recipient || !isSigned(services, recipient, parsed)) return refuseLink()
    const { subscription } = parsed
    const before = await findPreferences(tx, recipient.id)
    await applyPreferences(tx, services, by, {
      developerId: recipient.id,
      action: 'notification_preferences.unsubscribed',
      before,
      after: unsubscribeFrom(subscription, before),
    })
    return { subscription, email: recipient.email, is_subscribed: false }
  })
}
