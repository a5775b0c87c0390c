import { z } from 'zod'
import { endpoint } from '../http/endpoint.ts'
import * as calls from './calls.ts'
import { deliveries, subscriptions } from './kinds.ts'

const delivery = z.enum(deliveries)

/** The caller's delivery preference for each kind of email. */
export const NotificationPreferences = z.object({
  announcements: delivery,
  reviews: delivery,
  collaborators: delivery,
  reports: delivery,
})
export type NotificationPreferences = z.infer<typeof NotificationPreferences>

export const getNotificationPreferences = endpoint({
  ...calls.getNotificationPreferences,
  summary: 'Get how the caller receives the emails of each kind',
  reply: NotificationPreferences,
})

export const updateNotificationPreferences = endpoint({
  ...calls.updateNotificationPreferences,
  summary: 'Choose how the caller receives the emails of these kinds',
  body: z.strictObject(NotificationPreferences.partial().shape),
  reply: NotificationPreferences,
})

/** The emails that an unsubscribe link stops, for anyone who has the link. */
export const UnsubscribeLink = z.object({
  /** A kind of email, or `daily` for the daily email. */
  subscription: z.enum(subscriptions),
  /** The address that the link was sent to. */
  email: z.string(),
  is_subscribed: z.boolean(),
})
export type UnsubscribeLink = z.infer<typeof UnsubscribeLink>

const byToken = z.strictObject({ token: z.string().min(1).max(200) })

export const getUnsubscribeLink = endpoint({
  ...calls.getUnsubscribeLink,
  summary: 'Get what an unsubscribe link ends, without unsubscribing',
  params: byToken,
  reply: UnsubscribeLink,
})

export const unsubscribe = endpoint({
  ...calls.unsubscribe,
  summary: 'End the emails of one kind with a link from one of them (RFC 8058)',
  params: byToken,
  body: z.strictObject({ 'List-Unsubscribe': z.literal('One-Click') }),
  reply: UnsubscribeLink,
  needsNoCsrfToken: true,
})
