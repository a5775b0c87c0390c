import { randomUUID } from 'node:crypto'
import type { TestServer } from '../server.ts'
import { at, type AccessRow } from './world.ts'

async function failedJob({ services: { db, now } }: TestServer): Promise<number> {
  const key = randomUUID()
  const { id } = await db
    .insertInto('jobs')
    .values({
      kind: 'file.delete',
      key,
      payload: '{"key":"none"}',
      state: 'failed',
      run_at: now(),
      created_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const staffAccess: AccessRow[] = [
  // route                     anonymous stranger developer admin owner employee staff
  {
    route: 'GET /api/v1/admin/developer_apps',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: at('/api/v1/admin/developer_apps'),
  },
  {
    route: 'GET /api/v1/admin/developer_apps.csv',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: at('/api/v1/admin/developer_apps.csv'),
  },
  {
    route: 'GET /api/v1/admin/live_app_ids',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: at('/api/v1/admin/live_app_ids'),
  },
  {
    route: 'GET /api/v1/admin/review_queue.csv',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: at('/api/v1/admin/review_queue.csv'),
  },
  {
    route: 'GET /api/v1/admin/oauth_applications',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: at('/api/v1/admin/oauth_applications'),
  },
  {
    route: 'GET /api/v1/admin/oauth_applications.csv',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: at('/api/v1/admin/oauth_applications.csv'),
  },
  {
    route: 'GET /api/v1/admin/audit_events',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: at('/api/v1/admin/audit_events'),
  },
  {
    route: 'GET /api/v1/admin/audit_events.csv',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: at('/api/v1/admin/audit_events.csv'),
  },
  {
    route: 'GET /api/v1/admin/audit_vocabulary',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: at('/api/v1/admin/audit_vocabulary'),
  },
  {
    route: 'GET /api/v1/admin/jobs',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: at('/api/v1/admin/jobs'),
  },
  {
    route: 'POST /api/v1/admin/jobs/:id/retries',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: async ({ server }) => ({ url: `/api/v1/admin/jobs/${await failedJob(server)}/retries` }),
  },
  {
    route: 'POST /api/v1/admin/jobs/retries',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: async ({ server }) => {
      await failedJob(server)
      return { url: '/api/v1/admin/jobs/retries', body: {} }
    },
  },
  {
    route: 'DELETE /api/v1/admin/jobs/:id',
    expect: [401, 403, 403, 403, 403, 403, 204],
    call: async ({ server }) => ({ url: `/api/v1/admin/jobs/${await failedJob(server)}` }),
  },
  {
    route: 'GET /api/v1/admin/review_queue',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: at('/api/v1/admin/review_queue'),
  },
]
