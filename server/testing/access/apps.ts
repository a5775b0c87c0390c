import {
  buildApp,
  buildCollaborator,
  buildContact,
  buildDeveloper,
  buildInvitation,
  findCollaboratorId,
  type AppRow,
} from '../build.ts'
import type { TestServer } from '../server.ts'
import { at, buildAppOfSameTeam, type AccessRow } from './world.ts'

async function newCollaborator(to: TestServer, app: AppRow): Promise<number> {
  return findCollaboratorId(to, app, await buildCollaborator(to, app, 'developer'))
}

export const appAccess: AccessRow[] = [
  // route                     anonymous stranger developer admin owner employee staff
  {
    route: 'GET /api/v1/developer_apps',
    expect: [401, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/developer_apps'),
  },
  {
    route: 'POST /api/v1/developer_apps',
    expect: [401, 201, 201, 201, 201, 201, 201],
    call: at('/api/v1/developer_apps', { internal_name: 'Scaffold Scanner' }),
  },
  {
    route: 'GET /api/v1/developer_apps/:id',
    expect: [401, 404, 200, 200, 200, 404, 404],
    call: async ({ app }) => ({ url: `/api/v1/developer_apps/${app.id}` }),
  },
  {
    route: 'PATCH /api/v1/developer_apps/:id',
    expect: [401, 404, 403, 200, 200, 404, 404],
    call: async ({ app }, caller) => ({
      url: `/api/v1/developer_apps/${app.id}`,
      body: { internal_name: `Renamed by ${caller}` },
    }),
  },
  {
    route: 'DELETE /api/v1/developer_apps/:id',
    expect: [401, 404, 403, 403, 204, 404, 404],
    call: async (world) => ({
      url: `/api/v1/developer_apps/${(await buildAppOfSameTeam(world, 'none')).id}`,
    }),
  },
  {
    route: 'GET /api/v1/developer_apps/:id/deletion_effects',
    expect: [401, 404, 403, 403, 200, 404, 404],
    call: async ({ app }) => ({ url: `/api/v1/developer_apps/${app.id}/deletion_effects` }),
  },
  {
    route: 'GET /api/v1/drafts/:kind/:subject_id',
    expect: [401, 404, 200, 200, 200, 404, 404],
    call: async ({ app }) => ({ url: `/api/v1/drafts/manifest/${app.id}` }),
  },
  {
    route: 'PUT /api/v1/drafts/:kind/:subject_id',
    expect: [401, 404, 403, 200, 200, 404, 200],
    call: async ({ app }) => ({
      url: `/api/v1/drafts/listing/${app.id}`,
      body: { content: { tagline: 'Beams, logged' }, based_on: null },
    }),
  },
  {
    route: 'DELETE /api/v1/drafts/:kind/:subject_id',
    expect: [401, 403, 403, 403, 403, 403, 204],
    call: at('/api/v1/drafts/notification/new'),
  },
  {
    route: 'GET /api/v1/developer_app_permissions',
    expect: [401, 404, 200, 200, 200, 404, 404],
    call: async ({ app }) => ({ url: `/api/v1/developer_app_permissions?developer_app_id=${app.id}` }),
  },
  {
    route: 'GET /api/v1/collaborators',
    expect: [401, 404, 200, 200, 200, 404, 404],
    call: async ({ app }) => ({ url: `/api/v1/collaborators?developer_app_id=${app.id}` }),
  },
  {
    route: 'PATCH /api/v1/collaborators',
    expect: [401, 404, 403, 200, 200, 404, 404],
    call: async ({ server, app }) => ({
      url: '/api/v1/collaborators',
      body: {
        developer_app_id: app.id,
        collaborators: [{ id: await newCollaborator(server, app), role: 'admin' }],
      },
    }),
  },
  {
    route: 'DELETE /api/v1/collaborators/:id',
    expect: [401, 404, 403, 204, 204, 404, 404],
    call: async ({ server, app }) => ({ url: `/api/v1/collaborators/${await newCollaborator(server, app)}` }),
  },
  {
    route: 'GET /api/v1/invitations',
    expect: [401, 404, 200, 200, 200, 404, 404],
    call: async ({ app }) => ({ url: `/api/v1/invitations?developer_app_id=${app.id}` }),
  },
  {
    route: 'POST /api/v1/invitations',
    expect: [401, 404, 403, 201, 201, 404, 404],
    call: async ({ app }, caller) => ({
      url: '/api/v1/invitations',
      body: { developer_app_id: app.id, email: `by-${caller}@example.test`, role: 'developer' },
    }),
  },
  {
    route: 'PATCH /api/v1/invitations/:id',
    expect: [401, 404, 403, 200, 200, 404, 404],
    call: async ({ server, app }) => ({
      url: `/api/v1/invitations/${(await buildInvitation(server, app)).id}`,
      body: { status: 'canceled' },
    }),
  },
  {
    route: 'POST /api/v1/invitations/:id/resends',
    expect: [401, 404, 403, 201, 201, 404, 404],
    call: async ({ server, app }) => ({
      url: `/api/v1/invitations/${(await buildInvitation(server, app)).id}/resends`,
    }),
  },
  {
    route: 'GET /api/v1/invitations/:token/preview',
    expect: [200, 200, 200, 200, 200, 200, 200],
    call: async ({ server, app }) => ({
      url: `/api/v1/invitations/${(await buildInvitation(server, app)).token}/preview`,
    }),
  },
  {
    // Each caller has an invitation to their own address: its recipient decides, not the caller's role.
    route: 'POST /api/v1/invitations/:token/acceptance',
    expect: [401, 200, 200, 200, 200, 200, 200],
    call: async ({ server, app, people }, caller) => {
      const own = caller === 'anonymous' ? {} : { email: people[caller].email }
      return { url: `/api/v1/invitations/${(await buildInvitation(server, app, own)).token}/acceptance` }
    },
  },
  {
    route: 'GET /api/v1/admin/developer_apps/:id',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: async ({ app }) => ({ url: `/api/v1/admin/developer_apps/${app.id}` }),
  },
  {
    route: 'PATCH /api/v1/admin/developer_apps/:id',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: async ({ app, people }) => ({
      url: `/api/v1/admin/developer_apps/${app.id}`,
      body: { owner_id: people.stranger.id, marketplace_enabled: true },
    }),
  },
  {
    route: 'POST /api/v1/admin/developer_apps/:id/undelete',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: async ({ server, people }) => {
      const app = await buildApp(server, { owner_id: people.owner.id, deleted_at: server.services.now() })
      return { url: `/api/v1/admin/developer_apps/${app.id}/undelete` }
    },
  },
  {
    route: 'POST /api/v1/admin/developer_apps/:id/contacts',
    expect: [401, 403, 403, 403, 403, 403, 201],
    call: async ({ app }) => ({
      url: `/api/v1/admin/developer_apps/${app.id}/contacts`,
      body: { name: 'Ida Lund', email: 'ida@lund.example' },
    }),
  },
  {
    route: 'PATCH /api/v1/admin/developer_apps/:id/contacts/:contact_id',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: async (world) => ({
      url: `/api/v1/admin/developer_apps/${world.app.id}/contacts/${(await buildContact(world.server, world.app)).id}`,
      body: { name: 'Ida Berg' },
    }),
  },
  {
    route: 'DELETE /api/v1/admin/developer_apps/:id/contacts/:contact_id',
    expect: [401, 403, 403, 403, 403, 403, 204],
    call: async (world) => ({
      url: `/api/v1/admin/developer_apps/${world.app.id}/contacts/${(await buildContact(world.server, world.app)).id}`,
    }),
  },
  {
    route: 'POST /api/v1/admin/developer_apps/:id/guests',
    expect: [401, 403, 403, 403, 403, 403, 201],
    call: async ({ app, server }) => ({
      url: `/api/v1/admin/developer_apps/${app.id}/guests`,
      body: { developer_id: (await buildDeveloper(server)).id },
    }),
  },
  {
    route: 'DELETE /api/v1/admin/developer_apps/:id/guests/:guest_id',
    expect: [401, 403, 403, 403, 403, 403, 204],
    call: async ({ app, server }) => ({
      url: `/api/v1/admin/developer_apps/${app.id}/guests/${await findCollaboratorId(server, app, await buildCollaborator(server, app, 'user'))}`,
    }),
  },
]
