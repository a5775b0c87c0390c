import { utcDay } from '@trestle/domain/time/days.ts'
import * as contract from '@trestle/domain/notifications/contract.ts'
import { route } from '../http/route.ts'
import { toPage } from '../lists/toPage.ts'
import { presentNotification } from './present.ts'
import { getFeed, renewFeed, switchOffFeed } from './feedAddress.ts'
import { getNotification, readAllNotifications, readNotification } from './read.ts'
import { listNotifications } from './store.ts'

export const notificationRoutes = [
  route(contract.listNotifications, {
    access: 'signedIn',
    handle: async ({ actor, query, services }) => {
      const now = services.now()
      const wanted = { shownOn: utcDay(now), ...query.filters }
      const { rows, total } = await listNotifications(services.db, actor, wanted, toPage(query))
      return { rows: rows.map((row) => presentNotification(row, now)), total }
    },
  }),
  route(contract.getNotification, {
    access: 'signedIn',
    handle: ({ actor, services, params }) => getNotification(services, actor, params.id),
  }),
  route(contract.readNotification, {
    access: 'signedIn',
    handle: ({ actor, services, params }) => readNotification(services, actor, params.id),
  }),
  route(contract.readAllNotifications, {
    access: 'signedIn',
    handle: ({ actor, services }) => readAllNotifications(services, actor),
  }),
  route(contract.getNotificationFeed, {
    access: 'signedIn',
    handle: ({ actor, services }) => getFeed(services, actor),
  }),
  route(contract.renewNotificationFeed, {
    access: 'signedIn',
    handle: ({ actor, services }) => renewFeed(services, actor),
  }),
  route(contract.deleteNotificationFeed, {
    access: 'signedIn',
    handle: ({ actor, services }) => switchOffFeed(services, actor),
  }),
]
