import { buildVersion, simpleManifest } from '../build.ts'
import { at, production, type AccessRow, type World } from './world.ts'

async function submitted(world: World): Promise<string> {
  const now = world.server.services.now()
  const version = await buildVersion(world.server, world.app, {
    ...production,
    state: 'in_review',
    in_review_at: now,
  })
  return version.app_version_id
}

let patch = 0

const nextNumber = () => `1000.0.${(patch += 1)}`

export const manifestAccess: AccessRow[] = [
  // route                     anonymous stranger developer admin owner employee staff
  {
    route: 'GET /api/v1/manifests',
    expect: [401, 404, 200, 200, 200, 404, 200],
    call: async ({ app }) => ({ url: `/api/v1/manifests?filters[developer_app_id]=${app.id}` }),
  },
  {
    route: 'GET /api/v1/app_versioned_manifests/:id',
    expect: [401, 404, 200, 200, 200, 404, 200],
    call: async ({ server, app }) => ({
      url: `/api/v1/app_versioned_manifests/${(await buildVersion(server, app)).id}`,
    }),
  },
  {
    route: 'POST /api/v1/app_versioned_manifests',
    expect: [401, 404, 403, 201, 201, 404, 404],
    call: async ({ app }) => ({
      url: '/api/v1/app_versioned_manifests',
      body: {
        developer_app_id: app.id,
        manifest: { content: simpleManifest },
        semantic_version: nextNumber(),
      },
    }),
  },
  {
    route: 'POST /api/v1/app_version_promotions',
    expect: [401, 404, 403, 201, 201, 404, 404],
    call: async ({ server, app }) => {
      const source = await buildVersion(server, app, { semantic_version: nextNumber() })
      return {
        url: '/api/v1/app_version_promotions',
        body: { source_app_version_id: source.app_version_id, changelog: 'Faster boards.' },
      }
    },
  },
  {
    route: 'PATCH /api/v1/app_versions/:id',
    expect: [401, 404, 403, 403, 403, 404, 200],
    call: async (world) => ({
      url: `/api/v1/app_versions/${await submitted(world)}`,
      body: { state: 'published', admin_notes: 'Approved.' },
    }),
  },
  {
    route: 'POST /api/v1/manifest_validations',
    expect: [401, 404, 200, 200, 200, 404, 404],
    call: async ({ app }) => ({
      url: `/api/v1/manifest_validations?developer_app_id=${app.id}&environment_type=sandbox`,
      body: { manifest: { content: simpleManifest } },
    }),
  },
  {
    route: 'GET /api/v1/manifest_templates',
    expect: [401, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/manifest_templates'),
  },
  {
    route: 'GET /api/v1/manifest_templates/:version/snippets',
    expect: [401, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/manifest_templates/4.1/snippets'),
  },
  {
    route: 'GET /api/v1/permission_tools',
    expect: [401, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/permission_tools'),
  },
]
