import * as contract from '@trestle/domain/notifications/contract.ts'
import { route } from '../http/route.ts'
import { toPage } from '../lists/toPage.ts'
import { presentForStaff } from './present.ts'
import { listNotifications, searchNotifications } from './store.ts'
import { updateNotification, createNotification, deleteNotification, getForStaff } from './write.ts'

export const adminNotificationRoutes = [
  route(contract.listAdminNotifications, {
    access: 'platformAdmin',
    handle: async ({ actor, query, services }) => {
      const search = query.filters?.search
      const { rows, ...size } = search
        ? await searchNotifications(services.db, actor, search, toPage(query))
        : await listNotifications(services.db, actor, {}, toPage(query))
      return { rows: rows.map((row) => presentForStaff(row, services.now())), ...size }
    },
  }),
  route(contract.getAdminNotification, {
    access: 'platformAdmin',
    handle: ({ actor, services, params }) => getForStaff(services.db, services, actor, params.id),
  }),
  route(contract.createNotification, {
    access: 'platformAdmin',
    handle: ({ actor, services, body }) => createNotification(services, actor, body),
  }),
  route(contract.updateNotification, {
    access: 'platformAdmin',
    handle: ({ actor, services, params, body }) => updateNotification(services, actor, params.id, body),
  }),
  route(contract.deleteNotification, {
    access: 'platformAdmin',
    handle: ({ actor, services, params }) => deleteNotification(services, actor, params.id),
  }),
]
