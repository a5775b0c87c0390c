import { recordAnalytics } from '@trestle/domain/analytics/contract.ts'
import { route } from '../http/route.ts'
import { recordEvent } from './recordEvent.ts'

export const analyticsRoutes = [
  route(recordAnalytics, {
    access: 'signedIn',
    handle: ({ actor, body: { key, additional_properties: properties }, services }) =>
      recordEvent(services, actor, { key, properties }),
  }),
]
