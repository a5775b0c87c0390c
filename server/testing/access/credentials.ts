import { hourMs } from '@trestle/domain/time/durations.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import { hashId } from '../../src/oauth/tokens/hashing.ts'
import { at, connectApp, buildAppOfSameTeam, type AccessRow, type Caller, type World } from './world.ts'

/** Creates an authorization request of the app that no session has opened. */
async function buildRequest(world: World): Promise<string> {
  await connectApp(world)
  const { app } = world
  const { services } = world.server
  const request = randomUUID()
  const now = services.now()
  await services.db
    .insertInto('oauth_interactions')
    .values({
      hash: hashId({ environment: 'production', kind: 'Interaction' }, request),
      environment: 'production',
      client_id: app.uid,
      payload: JSON.stringify({
        kind: 'Interaction',
        params: { redirect_uri: 'http://localhost' },
        prompt: { name: 'consent' },
      }),
      session_id: null,
      created_at: now,
      expires_at: new Date(now.getTime() + hourMs),
    })
    .execute()
  return request
}

/** Lets the app act for the caller. */
async function buildAuthorizedApp(
  { server: { services }, app, people }: World,
  caller: Caller,
): Promise<number> {
  if (caller !== 'anonymous') {
    await services.db
      .insertInto('oauth_grants')
      .values({
        id: randomUUID(),
        environment: 'production',
        app_id: app.id,
        developer_id: people[caller].id,
        is_remembered: true,
        created_at: services.now(),
      })
      .execute()
  }
  return app.id
}

/** Gives the app two client secrets and returns one of them. */
export async function buildSecrets({ server: { services }, app }: World): Promise<number> {
  const secret = () => ({
    environment: 'production' as const,
    app_id: app.id,
    hash: randomBytes(32),
    last_four: 'abcd',
    created_at: services.now(),
  })
  const rows = await services.db
    .insertInto('client_secrets')
    .values([secret(), secret()])
    .returning('id')
    .execute()
  return rows[0]?.id ?? 0
}

async function suspendAppCredentials({ server: { services }, app, people }: World): Promise<void> {
  const suspension = {
    suspended_at: services.now(),
    suspended_by: people.staff.id,
    suspension_reason: 'Abuse',
  }
  await services.db
    .insertInto('app_credentials')
    .values({ environment: 'production', app_id: app.id, ...suspension })
    .onConflict((conflict) => conflict.constraint('app_credentials_pkey').doUpdateSet(suspension))
    .execute()
}

export const findSandbox = async ({ server, app }: World): Promise<number> => {
  const row = await server.services.db
    .selectFrom('sandboxes')
    .select('id')
    .where('developer_app_id', '=', app.id)
    .executeTakeFirstOrThrow()
  return row.id
}

export const credentialAccess: AccessRow[] = [
  // route                     anonymous stranger developer admin owner employee staff
  {
    route: 'POST /api/v1/admin/developer_apps/:id/sandbox_requests',
    expect: [401, 403, 403, 403, 403, 403, 201],
    call: async (world) => ({
      url: `/api/v1/admin/developer_apps/${(await buildAppOfSameTeam(world, 'failed')).id}/sandbox_requests`,
    }),
  },
  {
    route: 'POST /api/v1/admin/developer_apps/:id/sandbox/reset_secret',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: async ({ app }) => ({
      url: `/api/v1/admin/developer_apps/${app.id}/sandbox/reset_secret`,
      body: { confirmed: true },
    }),
  },
  {
    route: 'POST /api/v1/developer_apps/:id/sandbox_requests',
    expect: [401, 404, 403, 403, 201, 404, 404],
    call: async (world) => ({
      url: `/api/v1/developer_apps/${(await buildAppOfSameTeam(world, 'none')).id}/sandbox_requests`,
    }),
  },
  {
    route: 'POST /api/v1/developer_apps/:id/fake_sandbox',
    expect: [401, 404, 403, 403, 201, 404, 404],
    call: async (world) => ({
      url: `/api/v1/developer_apps/${(await buildAppOfSameTeam(world, 'failed')).id}/fake_sandbox`,
    }),
  },
  {
    route: 'POST /api/v1/developer_apps/:id/try',
    expect: [401, 404, 200, 200, 200, 404, 404],
    call: async ({ app }) => ({
      url: `/api/v1/developer_apps/${app.id}/try`,
      body: { method: 'GET', path: '/rest/v1.0/companies' },
    }),
  },
  {
    route: 'PATCH /api/v1/sandboxes/:id',
    expect: [401, 404, 403, 200, 200, 404, 404],
    call: async (world) => ({
      url: `/api/v1/sandboxes/${await findSandbox(world)}`,
      // A save without a change isn't recorded.
      body: { redirect_uri: `https://example.test/${randomUUID()}` },
    }),
  },
  {
    route: 'POST /api/v1/sandboxes/:id/reset_secret',
    expect: [401, 404, 403, 200, 200, 404, 404],
    call: async (world) => ({
      url: `/api/v1/sandboxes/${await findSandbox(world)}/reset_secret`,
      body: { confirmed: true },
    }),
  },
  {
    route: 'POST /api/v1/developer_apps/:id/reset_secret',
    expect: [401, 404, 403, 200, 200, 404, 404],
    call: async (world) => ({
      url: `/api/v1/developer_apps/${await connectApp(world)}/reset_secret`,
      body: { confirmed: true },
    }),
  },
  {
    route: 'POST /api/v1/oauth_applications/:id/reset_secret',
    expect: [401, 404, 403, 200, 200, 404, 404],
    call: async (world) => ({
      url: `/api/v1/oauth_applications/${await connectApp(world)}/reset_secret`,
      body: { confirmed: true },
    }),
  },
  {
    route: 'GET /api/v1/oauth/requests/:request',
    expect: [401, 200, 200, 200, 200, 200, 200],
    call: async (world) => ({ url: `/api/v1/oauth/requests/${await buildRequest(world)}` }),
  },
  {
    route: 'POST /api/v1/oauth/requests/:request/decision',
    expect: [401, 200, 200, 200, 200, 200, 200],
    call: async (world) => ({
      url: `/api/v1/oauth/requests/${await buildRequest(world)}/decision`,
      body: { allow: true },
    }),
  },
  {
    route: 'GET /api/v1/account/authorized_apps',
    expect: [401, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/account/authorized_apps'),
  },
  {
    route: 'DELETE /api/v1/account/authorized_apps/:id',
    expect: [401, 204, 204, 204, 204, 204, 204],
    call: async (world, caller) => ({
      url: `/api/v1/account/authorized_apps/${await buildAuthorizedApp(world, caller)}`,
    }),
  },
  {
    route: 'GET /api/v1/developer_apps/:id/oauth_events',
    expect: [401, 404, 200, 200, 200, 404, 404],
    call: async ({ app }) => ({ url: `/api/v1/developer_apps/${app.id}/oauth_events` }),
  },
  {
    route: 'POST /api/v1/developer_apps/:id/check_credentials',
    expect: [401, 404, 200, 200, 200, 404, 404],
    call: async ({ app }) => ({
      url: `/api/v1/developer_apps/${app.id}/check_credentials`,
      body: { environment: 'production', client_id: 'id', secret: 'secret' },
    }),
  },
  {
    route: 'GET /api/v1/developer_apps/:id/client_secrets',
    expect: [401, 404, 200, 200, 200, 404, 404],
    call: async (world) => ({ url: `/api/v1/developer_apps/${await connectApp(world)}/client_secrets` }),
  },
  {
    route: 'POST /api/v1/developer_apps/:id/client_secrets',
    expect: [401, 404, 403, 201, 201, 404, 404],
    call: async (world) => ({
      url: `/api/v1/developer_apps/${await connectApp(world)}/client_secrets`,
      body: { label: 'Next' },
    }),
  },
  {
    route: 'PATCH /api/v1/developer_apps/:id/client_secrets/:secret_id',
    expect: [401, 404, 403, 200, 200, 404, 404],
    call: async (world) => ({
      url: `/api/v1/developer_apps/${await connectApp(world)}/client_secrets/${await buildSecrets(world)}`,
      body: { disabled: true },
    }),
  },
  {
    route: 'DELETE /api/v1/developer_apps/:id/client_secrets/:secret_id',
    expect: [401, 404, 403, 204, 204, 404, 404],
    call: async (world) => ({
      url: `/api/v1/developer_apps/${await connectApp(world)}/client_secrets/${await buildSecrets(world)}`,
    }),
  },
  {
    route: 'POST /api/v1/admin/developer_apps/:id/credentials_suspension',
    expect: [401, 403, 403, 403, 403, 403, 204],
    call: async ({ app }) => ({
      url: `/api/v1/admin/developer_apps/${app.id}/credentials_suspension`,
      body: { environment: 'production', reason: 'Abuse' },
    }),
  },
  {
    route: 'DELETE /api/v1/admin/developer_apps/:id/credentials_suspension',
    expect: [401, 403, 403, 403, 403, 403, 204],
    call: async (world) => {
      await suspendAppCredentials(world)
      return {
        url: `/api/v1/admin/developer_apps/${world.app.id}/credentials_suspension`,
        body: { environment: 'production' },
      }
    },
  },
  {
    route: 'POST /api/v1/leaked_secrets',
    expect: [401, 401, 401, 401, 401, 401, 401],
    service: 202,
    call: at('/api/v1/leaked_secrets', [{ token: 'unknown', url: 'https://code.example/1' }]),
  },
]
