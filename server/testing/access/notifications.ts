import { renewNotificationFeed } from '@trestle/domain/notifications/contract.ts'
import { signToken } from '../../src/notificationPreferences/signToken.ts'
import { at, type AccessRow, type World } from './world.ts'

const noteFields = { title: 'New hosts', summary: 'They move.', body: 'All of them.' }

async function announced({ server, people }: World): Promise<number> {
  const now = server.services.now()
  const { id } = await server.services.db
    .insertInto('notifications')
    .values({ ...noteFields, created_by: people.staff.id, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const notificationAccess: AccessRow[] = [
  // route                     anonymous stranger developer admin owner employee staff
  {
    route: 'GET /api/v1/notifications',
    expect: [401, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/notifications'),
  },
  {
    route: 'PATCH /api/v1/notifications',
    expect: [401, 204, 204, 204, 204, 204, 204],
    call: at('/api/v1/notifications'),
  },
  {
    route: 'GET /api/v1/notifications/:id',
    expect: [401, 200, 200, 200, 200, 200, 200],
    call: async (world) => ({ url: `/api/v1/notifications/${await announced(world)}` }),
  },
  {
    route: 'PATCH /api/v1/notifications/:id',
    expect: [401, 200, 200, 200, 200, 200, 200],
    call: async (world) => ({ url: `/api/v1/notifications/${await announced(world)}` }),
  },
  {
    route: 'GET /api/v1/account/notification_feed',
    expect: [401, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/account/notification_feed'),
  },
  {
    route: 'POST /api/v1/account/notification_feed',
    expect: [401, 201, 201, 201, 201, 201, 201],
    call: at('/api/v1/account/notification_feed'),
  },
  {
    route: 'DELETE /api/v1/account/notification_feed',
    expect: [401, 204, 204, 204, 204, 204, 204],
    call: async ({ server, people }, caller) => {
      if (caller !== 'anonymous') await server.as(people[caller]).call(renewNotificationFeed)
      return { url: '/api/v1/account/notification_feed' }
    },
  },
  {
    route: 'GET /api/v1/account/notification_preferences',
    expect: [401, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/account/notification_preferences'),
  },
  {
    route: 'PATCH /api/v1/account/notification_preferences',
    expect: [401, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/account/notification_preferences', { reviews: 'daily' }),
  },
  {
    route: 'GET /api/v1/unsubscribe_links/:token',
    expect: [200, 200, 200, 200, 200, 200, 200],
    call: async ({ server: { services }, people }) => ({
      url: `/api/v1/unsubscribe_links/${signToken(services, people.stranger, 'reviews')}`,
    }),
  },
  {
    route: 'POST /unsubscribe/:token',
    expect: [200, 200, 200, 200, 200, 200, 200],
    // Each person turns off their own emails: a second call would change nothing.
    call: async ({ server: { services }, people }, caller) => ({
      url: `/unsubscribe/${signToken(services, people[caller === 'anonymous' ? 'stranger' : caller], 'reviews')}`,
      body: { 'List-Unsubscribe': 'One-Click' },
    }),
  },
  {
    route: 'GET /api/v1/admin/notifications',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: at('/api/v1/admin/notifications'),
  },
  {
    route: 'POST /api/v1/admin/notifications',
    expect: [401, 403, 403, 403, 403, 403, 201],
    call: at('/api/v1/admin/notifications', noteFields),
  },
  {
    route: 'GET /api/v1/admin/notifications/:id',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: async (world) => ({ url: `/api/v1/admin/notifications/${await announced(world)}` }),
  },
  {
    route: 'PATCH /api/v1/admin/notifications/:id',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: async (world) => ({
      url: `/api/v1/admin/notifications/${await announced(world)}`,
      body: { title: 'Newer hosts' },
    }),
  },
  {
    route: 'DELETE /api/v1/admin/notifications/:id',
    expect: [401, 403, 403, 403, 403, 403, 204],
    call: async (world) => ({ url: `/api/v1/admin/notifications/${await announced(world)}` }),
  },
]
