import { randomUUID } from 'node:crypto'
import type { AppRow } from '../build.ts'
import { at, buildAppOfSameTeam, type AccessRow, type World } from './world.ts'

const buildViewEvent = ({ uid }: AppRow) => ({
  kind: 'marketplace_view',
  event_id: randomUUID(),
  uid,
  occurred_at: '2026-01-31T12:00:00Z',
})

const quotaServer = (path: string) => `/api/v1/admin/quota_minder_servers/Production_US01${path}`

const newBucket = () => ({
  name: 'Nightly export',
  domain: randomUUID(),
  bucket_templates: [
    { name: 'main', fill_type: 'count', interval_ms: 3_600_000, limit: 7200, server: 'Production_US01' },
  ],
  reason: 'Agreed with the partner',
})

async function createBucket({ server, people }: World): Promise<number> {
  const { body } = await server.as(people.staff).post(quotaServer('/buckets'), newBucket())
  return body.id
}

async function createBucketChange(world: World): Promise<number> {
  const url = quotaServer(`/bucket_changes?filters[bucket_id]=${await createBucket(world)}`)
  const { body } = await world.server.as(world.people.staff).get(url)
  return body[0].id
}

export const platformAccess: AccessRow[] = [
  // route                     anonymous stranger developer admin owner employee staff
  {
    route: 'POST /api/v1/analytics',
    expect: [401, 204, 204, 204, 204, 204, 204],
    call: at('/api/v1/analytics', { key: 'developers.sandbox_manifest_editor.opened' }),
  },
  {
    route: 'POST /api/v1/platform/events',
    expect: [401, 401, 401, 401, 401, 401, 401],
    service: 200,
    call: async ({ app }) => ({ url: '/api/v1/platform/events', body: { events: [buildViewEvent(app)] } }),
  },
  {
    route: 'POST /api/v1/developer_apps/:id/api_usage_reports',
    expect: [401, 404, 202, 202, 202, 404, 404],
    call: async (world) => ({
      url: `/api/v1/developer_apps/${(await buildAppOfSameTeam(world, 'none')).id}/api_usage_reports`,
    }),
  },
  {
    route: 'GET /api/v1/developer_apps/:id/api_usage_reports/latest',
    expect: [401, 404, 200, 200, 200, 404, 404],
    call: async ({ app }) => ({ url: `/api/v1/developer_apps/${app.id}/api_usage_reports/latest` }),
  },
  {
    route: 'GET /api/v1/developer_apps/:id/metrics_summary',
    expect: [401, 404, 200, 200, 200, 404, 404],
    call: async ({ app }) => ({ url: `/api/v1/developer_apps/${app.id}/metrics_summary` }),
  },
  {
    route: 'POST /api/v1/platform/quota_checks',
    expect: [401, 401, 401, 401, 401, 401, 401],
    service: 200,
    call: async ({ app, server: { services } }) => ({
      url: '/api/v1/platform/quota_checks',
      body: { server: 'Production_US01', domain: app.uid, occurred_at: services.now().toISOString() },
    }),
  },
  {
    route: 'GET /api/v1/admin/quota_minder_servers',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: at('/api/v1/admin/quota_minder_servers'),
  },
  {
    route: 'GET /api/v1/admin/quota_minder_servers/:server/buckets',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: at(quotaServer('/buckets')),
  },
  {
    route: 'POST /api/v1/admin/quota_minder_servers/:server/buckets',
    expect: [401, 403, 403, 403, 403, 403, 201],
    call: async () => ({ url: quotaServer('/buckets'), body: newBucket() }),
  },
  {
    route: 'PATCH /api/v1/admin/quota_minder_servers/:server/buckets/:id',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: async (world) => ({
      url: quotaServer(`/buckets/${await createBucket(world)}`),
      body: { name: 'Slower', reason: 'Asked for' },
    }),
  },
  {
    route: 'DELETE /api/v1/admin/quota_minder_servers/:server/buckets/:id',
    expect: [401, 403, 403, 403, 403, 403, 204],
    call: async (world) => ({
      url: quotaServer(`/buckets/${await createBucket(world)}?reason=Not+needed`),
    }),
  },
  {
    route: 'POST /api/v1/admin/quota_minder_servers/:server/buckets/preview',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: async ({ app }) => ({
      url: quotaServer('/buckets/preview'),
      body: { domain: app.uid, bucket_templates: null },
    }),
  },
  {
    route: 'GET /api/v1/admin/quota_minder_servers/:server/bucket_changes',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: at(quotaServer('/bucket_changes')),
  },
  {
    route: 'POST /api/v1/admin/quota_minder_servers/:server/bucket_changes/:id/reverts',
    expect: [401, 403, 403, 403, 403, 403, 201],
    call: async (world) => ({
      url: quotaServer(`/bucket_changes/${await createBucketChange(world)}/reverts`),
      body: { reason: 'Too early' },
    }),
  },
]
