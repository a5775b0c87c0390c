import * as contract from '@trestle/domain/notificationPreferences/contract.ts'
import { route } from '../http/route.ts'
import { updatePreferences } from './updatePreferences.ts'
import { endSubscription, readUnsubscribeLink } from './endSubscription.ts'
import { findPreferences } from './findSubscriber.ts'

export const notificationPreferenceRoutes = [
  route(contract.getNotificationPreferences, {
    access: 'signedIn',
    handle: ({ actor, services }) => findPreferences(services.db, actor.id),
  }),
  route(contract.updateNotificationPreferences, {
    access: 'signedIn',
    handle: ({ actor, body, services }) => updatePreferences(services, actor, body),
  }),
  route(contract.getUnsubscribeLink, {
    access: 'anyone',
    // The link works without a session, so it works with any.
    isForEnrollment: true,
    handle: ({ params, services }) => readUnsubscribeLink(services, params.token),
  }),
  route(contract.unsubscribe, {
    access: 'anyone',
    isForEnrollment: true,
    handle: ({ by, params, services }) => endSubscription(services, by, params.token),
  }),
]
