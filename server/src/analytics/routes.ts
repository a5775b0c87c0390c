import { recordAnalytics } from '@trestle/domain/analytics/contract.ts'
import { route } from '../http/route.ts'
import { insertAnalyticsEvent } from './store.ts'

export const analyticsRoutes = [
  route(recordAnalytics, {
    access: 'signedIn',
    handle: async ({ actor, body, services }) => {
      await insertAnalyticsEvent(services.db, {
        developer_id: actor.id,
        key: body.key,
        properties: body.additional_properties,
        at: services.now(),
      })
    },
  }),
]
