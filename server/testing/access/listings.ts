import { randomUUID } from 'node:crypto'
import { buildApp } from '../build.ts'
import { buildMedia, buildSubmission } from '../listings.ts'
import { at, buildAppOfSameTeam, type AccessRow, type World } from './world.ts'

/** Creates a listing that can be changed, submitted or decided, of another app with the same people. */
async function buildOpenSubmission(world: World, state: 'draft' | 'in_review' = 'draft'): Promise<number> {
  const { id } = await buildSubmission(world.server, await buildAppOfSameTeam(world, 'none'), { state })
  return id
}

/** Creates an app that everyone can see, and returns its address. */
async function listOnMarketplace({ server }: World): Promise<string> {
  const slug = `listed-${randomUUID()}`
  const app = await buildApp(server, { sandbox: 'none', marketplace_enabled: true, marketplace_slug: slug })
  await buildSubmission(server, app, { state: 'published' })
  return slug
}

export const listingAccess: AccessRow[] = [
  // route                     anonymous stranger developer admin owner employee staff
  {
    route: 'GET /api/v1/developer_apps/:id/reviews',
    expect: [401, 404, 200, 200, 200, 404, 200],
    call: async ({ app }) => ({ url: `/api/v1/developer_apps/${app.id}/reviews` }),
  },
  {
    route: 'GET /api/v1/developer_apps/:id/submissions',
    expect: [401, 404, 200, 200, 200, 404, 404],
    call: async ({ app }) => ({ url: `/api/v1/developer_apps/${app.id}/submissions` }),
  },
  {
    route: 'POST /api/v1/developer_apps/:id/submissions',
    expect: [401, 404, 403, 201, 201, 404, 404],
    call: async (world) => ({
      url: `/api/v1/developer_apps/${(await buildAppOfSameTeam(world, 'none')).id}/submissions`,
      body: { public_name: 'Site Sync' },
    }),
  },
  {
    route: 'PATCH /api/v1/submissions/:id',
    expect: [401, 404, 403, 200, 200, 404, 404],
    call: async (world) => ({
      url: `/api/v1/submissions/${await buildOpenSubmission(world)}`,
      body: { state: 'in_review' },
    }),
  },
  {
    route: 'GET /api/v1/developer_apps/:id/submission_events',
    expect: [401, 404, 200, 200, 200, 404, 404],
    call: async ({ app }) => ({ url: `/api/v1/developer_apps/${app.id}/submission_events` }),
  },
  {
    route: 'POST /api/v1/admin/developer_apps/:id/submissions',
    expect: [401, 403, 403, 403, 403, 403, 201],
    call: async (world) => ({
      url: `/api/v1/admin/developer_apps/${(await buildAppOfSameTeam(world, 'none')).id}/submissions`,
      body: { notes: 'Two test companies.' },
    }),
  },
  {
    route: 'PATCH /api/v1/admin/submissions/:id',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: async (world) => ({
      url: `/api/v1/admin/submissions/${await buildOpenSubmission(world, 'in_review')}`,
      body: { state: 'draft', admin_message: 'The logo is blurred.' },
    }),
  },
  {
    route: 'GET /api/v1/admin/developer_apps/:id/submission_events',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: async ({ app }) => ({ url: `/api/v1/admin/developer_apps/${app.id}/submission_events` }),
  },
  // Without a file: an authorized caller gets the reply that it is missing.
  {
    route: 'POST /api/v1/developer_apps/:id/media',
    expect: [401, 404, 403, 422, 422, 404, 404],
    call: async ({ app }) => ({ url: `/api/v1/developer_apps/${app.id}/media?type=Logo` }),
  },
  {
    route: 'POST /api/v1/admin/developer_apps/:id/media',
    expect: [401, 403, 403, 403, 403, 403, 422],
    call: async ({ app }) => ({ url: `/api/v1/admin/developer_apps/${app.id}/media?type=Logo` }),
  },
  {
    route: 'DELETE /api/v1/developer_apps/:id/media/:media_id',
    expect: [401, 404, 403, 204, 204, 404, 404],
    call: async ({ server, app }) => ({
      url: `/api/v1/developer_apps/${app.id}/media/${await buildMedia(server, app, 'Picture')}`,
    }),
  },
  {
    route: 'DELETE /api/v1/admin/developer_apps/:id/media/:media_id',
    expect: [401, 403, 403, 403, 403, 403, 204],
    call: async ({ server, app }) => ({
      url: `/api/v1/admin/developer_apps/${app.id}/media/${await buildMedia(server, app, 'Picture')}`,
    }),
  },
  {
    route: 'GET /api/v1/developer_apps/:id/storage',
    expect: [401, 404, 200, 200, 200, 404, 404],
    call: async ({ app }) => ({ url: `/api/v1/developer_apps/${app.id}/storage` }),
  },
  {
    route: 'GET /api/v1/admin/developer_apps/:id/storage',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: async ({ app }) => ({ url: `/api/v1/admin/developer_apps/${app.id}/storage` }),
  },
  {
    route: 'POST /video_host',
    expect: [401, 403, 403, 422, 422, 403, 403],
    call: at('/video_host'),
  },
  ...['categories', 'regions', 'product_tools', 'security_standards', 'sso_providers'].map(
    (list): AccessRow => ({
      route: `GET /api/v1/${list}`,
      expect: [200, 200, 200, 200, 200, 200, 200],
      call: at(`/api/v1/${list}`),
    }),
  ),
  ...['apps', 'filter_counts', 'news'].map((list): AccessRow => ({
    route: `GET /api/v1/marketplace/${list}`,
    expect: [200, 200, 200, 200, 200, 200, 200],
    call: at(`/api/v1/marketplace/${list}`),
  })),
  {
    route: 'GET /api/v1/marketplace/apps/:slug',
    expect: [200, 200, 200, 200, 200, 200, 200],
    call: async (world) => ({ url: `/api/v1/marketplace/apps/${await listOnMarketplace(world)}` }),
  },
  {
    route: 'POST /api/v1/marketplace/apps/:slug/views',
    expect: [204, 204, 204, 204, 204, 204, 204],
    call: async (world) => ({ url: `/api/v1/marketplace/apps/${await listOnMarketplace(world)}/views` }),
  },
]
