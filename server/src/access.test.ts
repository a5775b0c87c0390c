import { randomBytes, randomUUID } from 'node:crypto'
import { requestEmailChange } from '@trestle/domain/accounts/emailChanges/contract.ts'
import { confirmSession, getSession, resendConfirmation } from '@trestle/domain/accounts/contract.ts'
import {
  createPasskeyRegistration,
  createPasskeyRequest,
  createTotp,
  requestFactorReset,
} from '@trestle/domain/accounts/factors/contract.ts'
import { serviceScopes } from '@trestle/domain/access/serviceScopes.ts'
import { tokenActions } from '@trestle/domain/access/tokenActions.ts'
import type { AppPermissions } from '@trestle/domain/apps/contract.ts'
import { getAppPermissions } from '@trestle/domain/apps/contract.ts'
import { unconfirmedRefusal } from '@trestle/domain/accounts/rules.ts'
import { termsVersion } from '@trestle/domain/accounts/terms.ts'
import { renewNotificationFeed } from '@trestle/domain/notifications/contract.ts'
import { hourMs } from '@trestle/domain/time/durations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  buildApp,
  buildCollaborator,
  buildContact,
  buildDeveloper,
  buildInvitation,
  buildSuspension,
  buildVersion,
  findCollaboratorId,
  password,
  simpleManifest,
  unconfirm,
  type AppRow,
  type DeveloperRow,
} from '../testing/build.ts'
import { addPasskey, addTotp, totpCode } from '../testing/factors.ts'
import { createAuthenticator } from '../testing/authenticator.ts'
import { buildMedia, buildSubmission } from '../testing/listings.ts'
import { readMailedToken } from '../testing/mails.ts'
import { openSession, startTestServer, type Client, type TestServer } from '../testing/server.ts'
import { buildPersonalToken } from '../testing/personalTokens.ts'
import { createServiceToken } from './accounts/serviceToken.ts'
import { signToken } from './notificationPreferences/signToken.ts'
import { hashId } from './oauth/tokens/hashing.ts'
import { routes } from './routes.ts'

/** Every kind of caller, in the order of the columns below. */
const callers = ['anonymous', 'stranger', 'developer', 'admin', 'owner', 'employee', 'staff'] as const
type Caller = (typeof callers)[number]

interface World {
  server: TestServer
  app: AppRow
  people: Record<Exclude<Caller, 'anonymous'>, DeveloperRow>
}

interface Row {
  route: string
  /** A status for each caller, typed by hand from the role table. */
  expect: readonly [number, number, number, number, number, number, number]
  /** The status for a platform service with its token; by default it may not make the call. */
  service?: number
  /** The address and body of a call that would succeed for an authorized caller. */
  call: (world: World, caller: Caller) => Promise<{ url: string; body?: unknown }>
}

const at = (url: string, body?: unknown) => async () => ({ url, ...(body !== undefined && { body }) })

const newPassword = { password: 'another-fine-phrase-42', password_confirmation: 'another-fine-phrase-42' }

const production = { versionable_type: 'ProductionEnvironment' } as const

/** Creates an authorization request of the app that no session has opened. */
async function buildRequest(world: World): Promise<string> {
  await connected(world)
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
async function buildSecrets({ server: { services }, app }: World): Promise<number> {
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

async function submitted(world: World): Promise<string> {
  const now = world.server.services.now()
  const version = await buildVersion(world.server, world.app, {
    ...production,
    state: 'in_review',
    in_review_at: now,
  })
  return version.app_version_id
}

/** Returns the world's app with a data connector version in production. */
async function connected({ server, app }: World): Promise<number> {
  await buildVersion(server, app, { ...production, has_data_connector: true })
  return app.id
}

/** Creates an app in another state than the world's, with the same people on it. */
async function sameTeam(world: World, sandbox: 'none' | 'failed'): Promise<AppRow> {
  const { server, people } = world
  const app = await buildApp(server, { owner_id: people.owner.id, sandbox, marketplace_enabled: true })
  const now = server.services.now()
  await server.services.db
    .insertInto('collaborators')
    .values(
      (['admin', 'developer'] as const).map((role) => ({
        app_id: app.id,
        developer_id: people[role].id,
        role,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
  return app
}

const findSandbox = async ({ server, app }: World): Promise<number> => {
  const row = await server.services.db
    .selectFrom('sandboxes')
    .select('id')
    .where('developer_app_id', '=', app.id)
    .executeTakeFirstOrThrow()
  return row.id
}

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

async function newCollaborator(to: TestServer, app: AppRow): Promise<number> {
  return findCollaboratorId(to, app, await buildCollaborator(to, app, 'developer'))
}

/** Creates the token of an emailed link, for an account that none of the callers is signed in to. */
async function confirmationLink({ server }: World): Promise<string> {
  const newcomer = await buildDeveloper(server, { email_confirmed_at: null })
  await server.as(newcomer).call(resendConfirmation, { body: {} })
  return readMailedToken(server, newcomer.email, 'confirm_email')
}

/** Returns what `create` returns for the caller's own account, or 0 without one. */
const ofOwn =
  <Result>(create: (client: Client, world: World) => Promise<Result>) =>
  (world: World, caller: Caller): Promise<Result> | 0 =>
    caller === 'anonymous' ? 0 : create(world.server.as(world.people[caller]), world)

const ownPasskey = ofOwn(async (client) => (await addPasskey(client)).id)
const newPasskey = ofOwn(async (client) => ({
  name: 'Laptop',
  passkey: createAuthenticator().create((await client.call(createPasskeyRegistration)).body),
}))

/** Adds a pending reset of someone's second factors as if staff had requested it, who can't for themselves. */
async function ownReset({ server }: World, developerId: number): Promise<void> {
  const now = server.services.now()
  await server.services.db
    .insertInto('factor_resets')
    .values({
      developer_id: developerId,
      reason: 'Lost the phone',
      requested_by: developerId,
      requested_at: now,
      effective_at: now,
      token_hash: randomBytes(32),
    })
    .execute()
}
const ownTotp = ofOwn((client, { server }) => addTotp(server, client))
const newTotp = ofOwn(async (client, { server }) =>
  totpCode(server, (await client.call(createTotp)).body.secret),
)

async function developerWithTotp(to: TestServer): Promise<number> {
  const developer = await buildDeveloper(to)
  await addTotp(to, to.as(developer))
  return developer.id
}

/** Requests a reset of someone's second factors, and returns the token of the link that cancels it. */
async function requestedReset({ server, people }: World): Promise<{ id: number; token: string }> {
  const id = await developerWithTotp(server)
  const body = { reason: 'Lost the phone' }
  await server.as(people.staff).call(requestFactorReset, { params: { id }, body })
  const { email } = await server.services.db
    .selectFrom('developers')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, token: await readMailedToken(server, email, 'cancel_factor_reset') }
}

const buildViewEvent = ({ uid }: AppRow) => ({
  kind: 'marketplace_view',
  event_id: randomUUID(),
  uid,
  occurred_at: '2026-01-31T12:00:00Z',
})

let patch = 0
const nextNumber = () => `1000.0.${(patch += 1)}`

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

/** Creates a listing that can be changed, submitted or decided, of another app with the same people. */
async function listed(world: World, state: 'draft' | 'in_review' = 'draft'): Promise<number> {
  const { id } = await buildSubmission(world.server, await sameTeam(world, 'none'), { state })
  return id
}

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

/** Returns the address of an app that everyone can see. */
async function onMarketplace({ server }: World): Promise<string> {
  const slug = `listed-${randomUUID()}`
  const app = await buildApp(server, { sandbox: 'none', marketplace_enabled: true, marketplace_slug: slug })
  await buildSubmission(server, app, { state: 'published' })
  return slug
}

/** Starts another session of someone, and returns its id. */
async function anotherSession(server: TestServer, { id }: { id: number }): Promise<number> {
  await openSession(server, id)
  const session = await server.services.db
    .selectFrom('sessions')
    .select('id')
    .where('developer_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return session.id
}

const table: Row[] = [
  // route                                           anonymous stranger developer admin owner employee staff
  { route: 'GET /api/v1/session', expect: [200, 200, 200, 200, 200, 200, 200], call: at('/api/v1/session') },
  {
    route: 'POST /api/v1/session',
    expect: [200, 200, 200, 200, 200, 200, 200],
    call: async ({ server }) => {
      const { email } = await buildDeveloper(server)
      return { url: '/api/v1/session', body: { email, password } }
    },
  },
  {
    route: 'POST /api/v1/session/passkey_options',
    expect: [200, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/session/passkey_options'),
  },
  {
    // No one here waits for a second factor.
    route: 'POST /api/v1/session/second_factor',
    expect: [401, 401, 401, 401, 401, 401, 401],
    call: at('/api/v1/session/second_factor', { totp: '123456' }),
  },
  {
    route: 'DELETE /api/v1/session',
    expect: [204, 204, 204, 204, 204, 204, 204],
    call: at('/api/v1/session'),
  },
  {
    route: 'POST /api/v1/session/confirmation',
    expect: [401, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/session/confirmation', { password }),
  },
  {
    route: 'POST /api/v1/developers',
    expect: [202, 202, 202, 202, 202, 202, 202],
    call: async (_world, caller) => ({
      url: '/api/v1/developers',
      body: {
        first_name: 'New',
        last_name: 'Person',
        email: `new-${caller}@example.test`,
        terms_accepted: true,
        ...newPassword,
      },
    }),
  },
  {
    route: 'GET /api/v1/email_confirmations/:token',
    expect: [200, 200, 200, 200, 200, 200, 200],
    call: async (world) => ({ url: `/api/v1/email_confirmations/${await confirmationLink(world)}` }),
  },
  {
    route: 'POST /api/v1/email_confirmations',
    expect: [422, 422, 422, 422, 422, 422, 422],
    call: async (world) => ({
      url: '/api/v1/email_confirmations',
      body: { token: await confirmationLink(world) },
    }),
  },
  {
    route: 'POST /api/v1/email_confirmation_rejections',
    expect: [200, 200, 200, 200, 200, 200, 200],
    call: async (world) => ({
      url: '/api/v1/email_confirmation_rejections',
      body: { token: await confirmationLink(world) },
    }),
  },
  {
    route: 'POST /api/v1/email_confirmation_requests',
    expect: [401, 202, 202, 202, 202, 202, 202],
    call: async (world, caller) => {
      if (caller !== 'anonymous') await unconfirm(world.server, world.people[caller])
      return { url: '/api/v1/email_confirmation_requests' }
    },
  },
  {
    route: 'POST /api/v1/password_reset_requests',
    expect: [202, 202, 202, 202, 202, 202, 202],
    call: async ({ server }) => ({
      url: '/api/v1/password_reset_requests',
      body: { email: (await buildDeveloper(server)).email },
    }),
  },
  {
    route: 'POST /api/v1/password_resets',
    expect: [422, 422, 422, 422, 422, 422, 422],
    call: at('/api/v1/password_resets', { token: 'unknown', ...newPassword }),
  },
  {
    route: 'PATCH /api/v1/account',
    expect: [401, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/account', { company_name: 'Scaffold & Sons' }),
  },
  {
    route: 'POST /api/v1/account/password',
    expect: [401, 204, 204, 204, 204, 204, 204],
    call: at('/api/v1/account/password', { current_password: password, ...newPassword }),
  },
  {
    route: 'GET /api/v1/account/second_factors',
    expect: [401, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/account/second_factors'),
  },
  {
    route: 'GET /api/v1/account/passkeys',
    expect: [401, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/account/passkeys'),
  },
  {
    route: 'POST /api/v1/account/passkey_options',
    expect: [401, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/account/passkey_options'),
  },
  {
    route: 'POST /api/v1/account/passkeys',
    expect: [401, 201, 201, 201, 201, 201, 201],
    call: async (world, caller) => ({
      url: '/api/v1/account/passkeys',
      body: await newPasskey(world, caller),
    }),
  },
  {
    route: 'PATCH /api/v1/account/passkeys/:id',
    expect: [401, 200, 200, 200, 200, 200, 200],
    call: async (world, caller) => ({
      url: `/api/v1/account/passkeys/${await ownPasskey(world, caller)}`,
      body: { name: 'Phone' },
    }),
  },
  {
    route: 'DELETE /api/v1/account/passkeys/:id',
    expect: [401, 204, 204, 204, 204, 204, 204],
    call: async (world, caller) => ({ url: `/api/v1/account/passkeys/${await ownPasskey(world, caller)}` }),
  },
  {
    route: 'POST /api/v1/account/totp',
    expect: [401, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/account/totp'),
  },
  {
    route: 'POST /api/v1/account/totp/confirmation',
    expect: [401, 200, 200, 200, 200, 200, 200],
    call: async (world, caller) => ({
      url: '/api/v1/account/totp/confirmation',
      body: { totp: await newTotp(world, caller) },
    }),
  },
  {
    route: 'DELETE /api/v1/account/totp',
    expect: [401, 204, 204, 204, 204, 204, 204],
    call: async (world, caller) => {
      await ownTotp(world, caller)
      return { url: '/api/v1/account/totp' }
    },
  },
  {
    route: 'POST /api/v1/admin/developers/:id/factor_reset',
    expect: [401, 403, 403, 403, 403, 403, 202],
    call: async ({ server }) => ({
      url: `/api/v1/admin/developers/${await developerWithTotp(server)}/factor_reset`,
      body: { reason: 'Lost the phone' },
    }),
  },
  {
    route: 'DELETE /api/v1/admin/developers/:id/factor_reset',
    expect: [401, 403, 403, 403, 403, 403, 204],
    call: async (world) => ({
      url: `/api/v1/admin/developers/${(await requestedReset(world)).id}/factor_reset`,
    }),
  },
  {
    route: 'DELETE /api/v1/account/factor_reset',
    expect: [401, 204, 204, 204, 204, 204, 204],
    call: async (world, caller) => {
      if (caller !== 'anonymous') await ownReset(world, world.people[caller].id)
      return { url: '/api/v1/account/factor_reset' }
    },
  },
  {
    route: 'GET /api/v1/factor_reset_rejections/:token',
    expect: [200, 200, 200, 200, 200, 200, 200],
    call: async (world) => ({
      url: `/api/v1/factor_reset_rejections/${(await requestedReset(world)).token}`,
    }),
  },
  {
    route: 'POST /api/v1/factor_reset_rejections',
    expect: [204, 204, 204, 204, 204, 204, 204],
    call: async (world) => ({
      url: '/api/v1/factor_reset_rejections',
      body: { token: (await requestedReset(world)).token },
    }),
  },
  {
    route: 'POST /api/v1/account/recovery_codes',
    expect: [401, 200, 200, 200, 200, 200, 200],
    call: async (world, caller) => {
      await ownTotp(world, caller)
      return { url: '/api/v1/account/recovery_codes' }
    },
  },
  {
    route: 'GET /api/v1/account/sessions',
    expect: [401, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/account/sessions'),
  },
  {
    route: 'DELETE /api/v1/account/sessions',
    expect: [401, 204, 204, 204, 204, 204, 204],
    call: async ({ server, people }, caller) => {
      await anotherSession(server, people[caller === 'anonymous' ? 'owner' : caller])
      return { url: '/api/v1/account/sessions' }
    },
  },
  {
    route: 'DELETE /api/v1/account/sessions/:id',
    expect: [401, 204, 204, 204, 204, 204, 204],
    call: async ({ server, people }, caller) => {
      const person = people[caller === 'anonymous' ? 'owner' : caller]
      return { url: `/api/v1/account/sessions/${await anotherSession(server, person)}` }
    },
  },
  {
    route: 'DELETE /api/v1/admin/developers/:id/sessions',
    expect: [401, 403, 403, 403, 403, 403, 204],
    call: async ({ people }) => ({ url: `/api/v1/admin/developers/${people.stranger.id}/sessions` }),
  },
  {
    route: 'GET /api/v1/personal_access_tokens',
    expect: [401, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/personal_access_tokens'),
  },
  {
    route: 'POST /api/v1/personal_access_tokens',
    expect: [401, 201, 201, 201, 201, 201, 201],
    call: at('/api/v1/personal_access_tokens', {
      name: 'Build server',
      actions: ['app.view'],
      app_ids: null,
      expires_in_days: 30,
    }),
  },
  {
    route: 'DELETE /api/v1/personal_access_tokens/:id',
    expect: [401, 204, 204, 204, 204, 204, 204],
    call: async ({ server, people }, caller) => {
      const { id } = await buildPersonalToken(server, people[caller === 'anonymous' ? 'owner' : caller])
      return { url: `/api/v1/personal_access_tokens/${id}` }
    },
  },
  {
    route: 'GET /api/v1/admin/developers',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: at('/api/v1/admin/developers'),
  },
  {
    route: 'GET /api/v1/admin/developers/:id',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: async ({ people }) => ({ url: `/api/v1/admin/developers/${people.stranger.id}` }),
  },
  {
    route: 'PATCH /api/v1/admin/developers/:id',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: async ({ people }) => ({
      url: `/api/v1/admin/developers/${people.stranger.id}`,
      body: { company_name: 'Renamed by staff' },
    }),
  },
  {
    route: 'POST /api/v1/admin/developers/:id/suspension',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: async ({ server }) => ({
      url: `/api/v1/admin/developers/${(await buildDeveloper(server)).id}/suspension`,
      body: { reason: 'Shared their password' },
    }),
  },
  {
    route: 'DELETE /api/v1/admin/developers/:id/suspension',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: async ({ server, people }) => {
      const { id } = await buildDeveloper(server)
      await buildSuspension(server, { developer_id: id, suspended_by: people.staff.id })
      return { url: `/api/v1/admin/developers/${id}/suspension` }
    },
  },
  {
    route: 'POST /api/v1/account/email',
    expect: [401, 202, 202, 202, 202, 202, 202],
    call: async (_world, caller) => ({
      url: '/api/v1/account/email',
      body: { email: `moved-${caller}@example.test` },
    }),
  },
  {
    route: 'GET /api/v1/account/email',
    expect: [401, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/account/email'),
  },
  {
    route: 'DELETE /api/v1/account/email',
    expect: [401, 204, 204, 204, 204, 204, 204],
    call: async ({ server, people }, caller) => {
      const person = people[caller === 'anonymous' ? 'owner' : caller]
      const body = { email: `canceled-${caller}@example.test` }
      await server.as(person).call(requestEmailChange, { body })
      return { url: '/api/v1/account/email' }
    },
  },
  {
    route: 'GET /api/v1/email_changes/:token',
    expect: [404, 404, 404, 404, 404, 404, 404],
    call: at('/api/v1/email_changes/unknown'),
  },
  {
    route: 'POST /api/v1/email_change_confirmations',
    expect: [401, 404, 404, 404, 404, 404, 404],
    call: at('/api/v1/email_change_confirmations', { token: 'unknown' }),
  },
  {
    route: 'GET /api/v1/email_change_undos/:token',
    expect: [404, 404, 404, 404, 404, 404, 404],
    call: at('/api/v1/email_change_undos/unknown'),
  },
  {
    route: 'POST /api/v1/email_change_undos',
    expect: [404, 404, 404, 404, 404, 404, 404],
    call: at('/api/v1/email_change_undos', { token: 'unknown' }),
  },
  {
    route: 'GET /api/v1/account/export',
    expect: [401, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/account/export'),
  },
  {
    route: 'DELETE /api/v1/account',
    // Another address than the account's, so that the callers stay.
    expect: [401, 422, 422, 422, 422, 422, 422],
    call: at('/api/v1/account', { email: 'someone-else@example.test' }),
  },
  {
    route: 'POST /api/v1/account/terms_acceptance',
    expect: [401, 204, 204, 204, 204, 204, 204],
    call: async ({ server, people }, caller) => {
      if (caller !== 'anonymous') {
        await server.services.db
          .updateTable('developers')
          .set({ terms_version: '2025-01-01' })
          .where('id', '=', people[caller].id)
          .execute()
      }
      return { url: '/api/v1/account/terms_acceptance', body: { version: termsVersion } }
    },
  },
  {
    route: 'GET /api/v1/account/security_events',
    expect: [401, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/account/security_events'),
  },
  {
    route: 'GET /api/v1/admin/security_events',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: at('/api/v1/admin/security_events'),
  },
  {
    route: 'POST /api/v1/analytics',
    expect: [401, 204, 204, 204, 204, 204, 204],
    call: at('/api/v1/analytics', { key: 'developers.sandbox_manifest_editor.opened' }),
  },
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
    call: async (world) => ({ url: `/api/v1/developer_apps/${(await sameTeam(world, 'none')).id}` }),
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
      url: `/api/v1/developer_apps/${(await sameTeam(world, 'none')).id}/submissions`,
      body: { public_name: 'Site Sync' },
    }),
  },
  {
    route: 'PATCH /api/v1/submissions/:id',
    expect: [401, 404, 403, 200, 200, 404, 404],
    call: async (world) => ({
      url: `/api/v1/submissions/${await listed(world)}`,
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
      url: `/api/v1/admin/developer_apps/${(await sameTeam(world, 'none')).id}/submissions`,
      body: { notes: 'Two test companies.' },
    }),
  },
  {
    route: 'PATCH /api/v1/admin/submissions/:id',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: async (world) => ({
      url: `/api/v1/admin/submissions/${await listed(world, 'in_review')}`,
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
  ...['apps', 'filter_counts', 'news'].map((list): Row => ({
    route: `GET /api/v1/marketplace/${list}`,
    expect: [200, 200, 200, 200, 200, 200, 200],
    call: at(`/api/v1/marketplace/${list}`),
  })),
  {
    route: 'GET /api/v1/marketplace/apps/:slug',
    expect: [200, 200, 200, 200, 200, 200, 200],
    call: async (world) => ({ url: `/api/v1/marketplace/apps/${await onMarketplace(world)}` }),
  },
  {
    route: 'POST /api/v1/marketplace/apps/:slug/views',
    expect: [204, 204, 204, 204, 204, 204, 204],
    call: async (world) => ({ url: `/api/v1/marketplace/apps/${await onMarketplace(world)}/views` }),
  },
  ...['categories', 'regions', 'product_tools', 'security_standards', 'sso_providers'].map((list): Row => ({
    route: `GET /api/v1/${list}`,
    expect: [200, 200, 200, 200, 200, 200, 200],
    call: at(`/api/v1/${list}`),
  })),
  {
    route: 'GET /api/v1/admin/developer_apps/:id',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: async ({ app }) => ({ url: `/api/v1/admin/developer_apps/${app.id}` }),
  },
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
    route: 'GET /api/v1/admin/developers.csv',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: at('/api/v1/admin/developers.csv'),
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
  {
    route: 'POST /api/v1/admin/developer_apps/:id/sandbox_requests',
    expect: [401, 403, 403, 403, 403, 403, 201],
    call: async (world) => ({
      url: `/api/v1/admin/developer_apps/${(await sameTeam(world, 'failed')).id}/sandbox_requests`,
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
    route: 'GET /api/v1/admin/review_queue',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: at('/api/v1/admin/review_queue'),
  },
  {
    route: 'POST /api/v1/developer_apps/:id/sandbox_requests',
    expect: [401, 404, 403, 403, 201, 404, 404],
    call: async (world) => ({
      url: `/api/v1/developer_apps/${(await sameTeam(world, 'none')).id}/sandbox_requests`,
    }),
  },
  {
    route: 'POST /api/v1/developer_apps/:id/fake_sandbox',
    expect: [401, 404, 403, 403, 201, 404, 404],
    call: async (world) => ({
      url: `/api/v1/developer_apps/${(await sameTeam(world, 'failed')).id}/fake_sandbox`,
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
      url: `/api/v1/developer_apps/${await connected(world)}/reset_secret`,
      body: { confirmed: true },
    }),
  },
  {
    route: 'POST /api/v1/oauth_applications/:id/reset_secret',
    expect: [401, 404, 403, 200, 200, 404, 404],
    call: async (world) => ({
      url: `/api/v1/oauth_applications/${await connected(world)}/reset_secret`,
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
    call: async (world) => ({ url: `/api/v1/developer_apps/${await connected(world)}/client_secrets` }),
  },
  {
    route: 'POST /api/v1/developer_apps/:id/client_secrets',
    expect: [401, 404, 403, 201, 201, 404, 404],
    call: async (world) => ({
      url: `/api/v1/developer_apps/${await connected(world)}/client_secrets`,
      body: { label: 'Next' },
    }),
  },
  {
    route: 'PATCH /api/v1/developer_apps/:id/client_secrets/:secret_id',
    expect: [401, 404, 403, 200, 200, 404, 404],
    call: async (world) => ({
      url: `/api/v1/developer_apps/${await connected(world)}/client_secrets/${await buildSecrets(world)}`,
      body: { disabled: true },
    }),
  },
  {
    route: 'DELETE /api/v1/developer_apps/:id/client_secrets/:secret_id',
    expect: [401, 404, 403, 204, 204, 404, 404],
    call: async (world) => ({
      url: `/api/v1/developer_apps/${await connected(world)}/client_secrets/${await buildSecrets(world)}`,
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
      return { url: `/api/v1/admin/developer_apps/${world.app.id}/credentials_suspension` }
    },
  },
  {
    route: 'POST /api/v1/leaked_secrets',
    expect: [401, 401, 401, 401, 401, 401, 401],
    service: 202,
    call: at('/api/v1/leaked_secrets', [{ token: 'unknown', url: 'https://code.example/1' }]),
  },
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
    route: 'GET /api/v1/documentation',
    expect: [200, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/documentation'),
  },
  {
    route: 'GET /api/v1/documentation/:slug',
    expect: [200, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/documentation/introduction'),
  },
  {
    route: 'GET /api/v1/documentation_passages',
    expect: [200, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/documentation_passages'),
  },
  {
    route: 'GET /api/v1/terms',
    expect: [200, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/terms'),
  },
  {
    route: 'GET /api/v1/permission_tools',
    expect: [401, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/permission_tools'),
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
      url: `/api/v1/developer_apps/${(await sameTeam(world, 'none')).id}/api_usage_reports`,
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
    route: 'GET /api/v1/resource_groups',
    expect: [200, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/resource_groups'),
  },
  {
    route: 'GET /api/v1/resource_groups/branches',
    expect: [401, 403, 403, 403, 403, 200, 200],
    call: at('/api/v1/resource_groups/branches'),
  },
  {
    route: 'GET /api/v1/resource_groups/aggregated_changelog',
    expect: [404, 404, 404, 404, 404, 200, 200],
    call: at('/api/v1/resource_groups/aggregated_changelog?custom_service_sha=8c41d07be2aa'),
  },
  {
    route: 'GET /api/v1/resource_groups/:slug/openapi.json',
    expect: [404, 404, 404, 404, 404, 200, 200],
    call: at('/api/v1/resource_groups/budgets/openapi.json'),
  },
  {
    route: 'GET /api/v1/reference_docs',
    expect: [200, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/reference_docs'),
  },
  {
    route: 'GET /api/v1/reference_docs/:page',
    expect: [200, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/reference_docs/errors'),
  },
  {
    route: 'GET /api/v1/resource_groups/search_index',
    expect: [200, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/resource_groups/search_index'),
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

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    keepOpen: true,
    env: { SIGN_IN_ATTEMPTS: '1000', REQUESTS_PER_MINUTE: '100000' },
  })
})
afterAll(() => server.close())

async function buildWorld(): Promise<World> {
  const owner = await buildDeveloper(server)
  const app = await buildApp(server, { owner_id: owner.id })
  const people = {
    owner,
    stranger: await buildDeveloper(server),
    developer: await buildCollaborator(server, app, 'developer'),
    admin: await buildCollaborator(server, app, 'admin'),
    employee: await buildDeveloper(server, { is_employee: true }),
    staff: await buildDeveloper(server, { is_admin: true, is_employee: true }),
  }
  return { server, app, people }
}

const internalNote = 'Only for reviewers'
const internalFields = new Set(['admin_notes', 'show_in_concierge', 'publish_silently'])

/** Returns the internal fields with a value, anywhere in a reply. */
function internalsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    internalFields.has(key) && inner !== null ? [key] : internalsIn(inner),
  )
}

function showsInternals(text: string): boolean {
  const isJson = text.startsWith('{') || text.startsWith('[')
  return text.includes(internalNote) || (isJson && internalsIn(JSON.parse(text)).length > 0)
}

interface Outcome {
  status: number
  /** How many rows the call added to the audit log. */
  audited: number
  showsInternals: boolean
}

async function countAuditEvents(): Promise<number> {
  const { count } = await server.services.db
    .selectFrom('audit_events')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function callAs(world: World, caller: Caller, row: Row): Promise<Outcome> {
  const client: Client = caller === 'anonymous' ? server.anonymous() : server.as(world.people[caller])
  const { url, body } = await row.call(world, caller)
  const method = row.route.split(' ')[0] ?? ''
  const before = await countAuditEvents()
  const { status, text } = await client.send({
    method,
    url,
    ...(body !== undefined && { payload: body as object }),
  })
  const audited = (await countAuditEvents()) - before
  return { status, audited, showsInternals: showsInternals(text) }
}

const outcomes = new Map<string, Promise<Record<Caller, Outcome>>>()

/** Makes the call as each caller, in a world with a version that staff noted something about. Only once for all tests. */
async function callAsEach(row: Row): Promise<Record<Caller, Outcome>> {
  const world = await buildWorld()
  await buildVersion(server, world.app, { ...production, state: 'confidential', admin_notes: internalNote })
  const each: [Caller, Outcome][] = []
  for (const caller of callers) each.push([caller, await callAs(world, caller, row)])
  return Object.fromEntries(each) as Record<Caller, Outcome>
}

function collectOutcomes(row: Row): Promise<Record<Caller, Outcome>> {
  const known = outcomes.get(row.route) ?? callAsEach(row)
  outcomes.set(row.route, known)
  return known
}

/** A service's token gives access to its own calls only. */
test.each(table)('$route answers a platform service as the table says', async (row) => {
  const world = await buildWorld()
  const token = await createServiceToken(server.services, `service-${world.app.id}`, {
    scopes: serviceScopes,
  })
  const { url, body } = await row.call(world, 'anonymous')
  const { status } = await server.anonymous().send({
    method: row.route.split(' ')[0] ?? '',
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { payload: body as object }),
  })
  expect(status).toBe(row.service ?? 401)
})

/**
 * A personal access token has what its owner has on their apps, and never the rights of staff. Calls that no token may
 * make refuse it before they load anything, so one caller shows that.
 */
test.each(table)('$route answers personal access tokens with the role of their owners', async (row) => {
  const found = routes.find(({ endpoint }) => `${endpoint.method} ${endpoint.path}` === row.route)
  if (!found) throw new Error(`There is no route ${row.route}`)
  const { endpoint, access } = found
  if (access === 'service') return
  const world = await buildWorld()
  const people = ['stranger', 'developer', 'admin', 'owner', 'staff'] as const
  const needed = endpoint.tokenActions
  const isAccepted = needed !== undefined
  const got: Record<string, number> = {}
  const expected: Record<string, number> = {}
  for (const caller of isAccepted ? people : (['owner'] as const)) {
    const actions = needed === undefined || needed === 'any' ? tokenActions : needed
    const { token } = await buildPersonalToken(server, world.people[caller], { actions })
    const { url, body } = await row.call(world, caller)
    const payload = body === undefined ? {} : { payload: body as object }
    const { status } = await server.bearer(token).send({ method: endpoint.method, url, ...payload })
    got[caller] = status
    const role = caller === 'staff' ? 'stranger' : caller
    expected[caller] = isAccepted ? (row.expect[callers.indexOf(role)] ?? 0) : 403
  }
  expect(got).toEqual(expected)
})

test('lists every route of the product in the access table, and nothing else', () => {
  const mounted = routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  expect(table.map(({ route }) => route).toSorted()).toEqual(mounted.toSorted())
})

test.each(table)(
  '$route answers each caller as the role table says',
  {
    tags: [
      'ROLE-02',
      'ROLE-03',
      'ROLE-04',
      'ROLE-05',
      'ROLE-06',
      'ROLE-07',
      'ROLE-08',
      'ROLE-09',
      'ROLE-10',
      'ROLE-11',
    ],
  },
  async (row) => {
    const got = Object.entries(await collectOutcomes(row)).map(([caller, { status }]) => [caller, status])
    expect(got).toEqual(callers.map((caller, index) => [caller, row.expect[index]]))
  },
)

/**
 * Calls that change no one's data: counters are not audited, a check or a preview writes nothing, a draft is working
 * state that only its author sees, and a challenge or an unconfirmed secret opens nothing.
 */
const unaudited = new Set([
  'POST /api/v1/session/passkey_options',
  'POST /api/v1/account/passkey_options',
  'POST /api/v1/account/totp',
  'PUT /api/v1/drafts/:kind/:subject_id',
  'DELETE /api/v1/drafts/:kind/:subject_id',
  'POST /api/v1/analytics',
  // No one learns whether a reported secret was valid.
  'POST /api/v1/leaked_secrets',
  'POST /api/v1/manifest_validations',
  'POST /api/v1/developer_apps/:id/check_credentials',
  'POST /api/v1/admin/quota_minder_servers/:server/buckets/preview',
  'POST /api/v1/marketplace/apps/:slug/views',
])

test.each(table.filter(({ route }) => !route.startsWith('GET ') && !unaudited.has(route)))(
  '$route adds a row to the audit log when it succeeds',
  async (row) => {
    const succeeded = Object.values(await collectOutcomes(row)).filter(({ status }) => status < 300)
    expect(succeeded.at(-1)?.audited).not.toBe(0)
  },
)

/** The calls that need a fresh confirmation, typed by hand; with the part of the body that needs it, if not all do. */
const confirmed: Record<string, ((world: World) => object) | null> = {
  'DELETE /api/v1/account/sessions': null,
  'DELETE /api/v1/account/sessions/:id': null,
  'DELETE /api/v1/account': null,
  'GET /api/v1/account/export': null,
  'POST /api/v1/account/email': null,
  'POST /api/v1/account/passkey_options': null,
  'POST /api/v1/account/passkeys': null,
  'DELETE /api/v1/account/passkeys/:id': null,
  'POST /api/v1/account/totp': null,
  'DELETE /api/v1/account/totp': null,
  'POST /api/v1/account/recovery_codes': null,
  'DELETE /api/v1/account/factor_reset': null,
  'POST /api/v1/admin/developers/:id/factor_reset': null,
  'POST /api/v1/admin/developers/:id/suspension': null,
  'DELETE /api/v1/admin/developers/:id/suspension': null,
  'POST /api/v1/admin/developer_apps/:id/credentials_suspension': null,
  'POST /api/v1/admin/developer_apps/:id/guests': null,
  'DELETE /api/v1/admin/developer_apps/:id/credentials_suspension': null,
  'DELETE /api/v1/developer_apps/:id': null,
  'PATCH /api/v1/admin/developer_apps/:id': ({ people }) => ({ owner_id: people.stranger.id }),
  'PATCH /api/v1/admin/developers/:id': null,
  'PATCH /api/v1/collaborators': null,
  'PATCH /api/v1/developer_apps/:id': ({ people }) => ({ owner_id: people.developer.id }),
  'POST /api/v1/account/password': null,
  'POST /api/v1/developer_apps/:id/client_secrets': null,
  'PATCH /api/v1/developer_apps/:id/client_secrets/:secret_id': () => ({ disabled: true }),
  'DELETE /api/v1/developer_apps/:id/client_secrets/:secret_id': null,
  'POST /api/v1/admin/developer_apps/:id/sandbox/reset_secret': null,
  'POST /api/v1/developer_apps/:id/reset_secret': null,
  'POST /api/v1/invitations': null,
  'POST /api/v1/oauth_applications/:id/reset_secret': null,
  'POST /api/v1/personal_access_tokens': null,
  'PATCH /api/v1/sandboxes/:id': () => ({ redirect_uri: 'https://example.test/stale' }),
  'POST /api/v1/sandboxes/:id/reset_secret': null,
}

test('asks for a confirmation in the calls of the table below, all of which need a session', () => {
  const marked = routes.filter(({ endpoint }) => endpoint.confirmation !== undefined)
  expect(marked.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`).toSorted()).toEqual(
    Object.keys(confirmed).toSorted(),
  )
  expect(marked.filter(({ access }) => access !== 'signedIn' && access !== 'platformAdmin')).toEqual([])
})

/** Makes everyone's sign-in an hour old. Sessions that begin later are fresh. */
const makeSessionsStale = async ({ db, now }: TestServer['services']): Promise<void> => {
  const confirmed_at = new Date(now().getTime() - hourMs)
  await db.updateTable('sessions').set({ confirmed_at }).execute()
}

/** Confirms as the refusal asked: with the password, or with a passkey added for it. */
async function confirm(
  to: TestServer,
  client: Client,
  person: { id: number },
  methods: string[],
): Promise<void> {
  if (methods.includes('password')) return void (await client.call(confirmSession, { body: { password } }))
  const passkey = await addPasskey(to.asAgain(person))
  const request = (await client.call(createPasskeyRequest, { body: { purpose: 'confirmation' } })).body
  await client.call(confirmSession, { body: { passkey: passkey.get(request) } })
}

test.each(Object.entries(confirmed))(
  '%s does nothing until someone whose sign-in is a while ago confirms who they are',
  async (route, sensitive) => {
    const row = table.find((each) => each.route === route)
    // The last caller who may do it, or whose input only is refused.
    const expected = row?.expect ?? []
    const caller = [
      callers[expected.findLastIndex((status) => status < 300)],
      callers[expected.findLastIndex((status) => status === 422)],
    ].find((each) => each !== undefined)
    if (!row || !caller || caller === 'anonymous') throw new Error(`No one may call ${route}.`)
    const world = await buildWorld()
    const client = server.as(world.people[caller])
    const { url, body } = await row.call(world, caller)
    const payload = sensitive ? sensitive(world) : (body as object | undefined)
    const call = () => client.send({ method: route.split(' ')[0] ?? '', url, ...(payload && { payload }) })
    await client.call(getSession)
    await makeSessionsStale(server.services)
    const before = (await server.audit()).length
    const refused = await call()
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: 'confirmation_required', methods: expect.any(Array) },
    ])
    expect((await server.audit()).length).toBe(before)
    await confirm(server, client, world.people[caller], refused.body.methods)
    const confirmedAt = (await server.audit()).length
    const { status } = await call()
    expect(status).toBe(row.expect[callers.indexOf(caller)])
    if (status < 300 && !route.startsWith('GET ') && !unaudited.has(route)) {
      expect((await server.audit()).length).toBeGreaterThan(confirmedAt)
    }
  },
)

/** The calls that need a confirmed address, typed by hand; with what the refusal says they do, if it does. */
const forConfirmedAddresses: Record<string, string | null> = {
  'POST /api/v1/account/email': null,
  'POST /api/v1/account/notification_feed': null,
  'POST /api/v1/account/passkey_options': null,
  'POST /api/v1/account/passkeys': null,
  'POST /api/v1/account/recovery_codes': null,
  'POST /api/v1/account/totp': null,
  'POST /api/v1/account/totp/confirmation': null,
  'POST /api/v1/admin/developer_apps/:id/media': 'upload files',
  'POST /api/v1/developer_apps': 'create an app',
  'POST /api/v1/developer_apps/:id/media': 'upload files',
  'POST /api/v1/personal_access_tokens': null,
  'POST /video_host': 'upload files',
}

test('needs a confirmed address in the calls of the list below', () => {
  const marked = routes.filter(({ endpoint }) => endpoint.needsConfirmedEmail)
  expect(marked.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`).toSorted()).toEqual(
    Object.keys(forConfirmedAddresses),
  )
})

test.each(Object.entries(forConfirmedAddresses))(
  '%s does nothing until the caller confirms their address',
  async (route, purpose) => {
    const row = table.find((each) => each.route === route)
    if (!row) throw new Error(`${route} is not in the table.`)
    const world = await buildWorld()
    const caller = route.includes('/admin/') ? 'staff' : 'stranger'
    const { id, email } = world.people[caller]
    const { url, body } = await row.call(world, caller)
    await unconfirm(server, { id })
    const client = server.as({ id })
    await client.call(getSession)
    const before = (await server.audit()).length
    const refused = await client.send({
      method: 'POST',
      url,
      ...(body !== undefined && { payload: body as object }),
    })
    expect([refused.status, refused.body]).toMatchObject([
      403,
      {
        code: 'not_allowed',
        message: unconfirmedRefusal(email, purpose ?? undefined).message,
      },
    ])
    expect((await server.audit()).length).toBe(before)
  },
)

test.each([
  ['owner', 'developer_apps', { internal_name: 'Renamed' }, 200],
  ['owner', 'developer_apps', { internal_name: 'Again', owner_id: 1 }, 403],
  ['owner', 'developer_apps', { redirect_uri: 'https://example.test/elsewhere' }, 403],
  ['admin', 'sandboxes', { allowed_cors_domain: 'https://example.test' }, 200],
  ['admin', 'sandboxes', { redirect_uri: 'https://example.test/elsewhere' }, 403],
  ['staff', 'admin/developer_apps', { internal_name: 'Renamed' }, 200],
  ['staff', 'admin/developer_apps', { redirect_uri: 'https://example.test/elsewhere' }, 403],
] as const)(
  'long after the sign-in, the %s who changes one of the %s by %o is answered with %s',
  async (caller, things, body, status) => {
    const world = await buildWorld()
    const client = server.as(world.people[caller])
    const id = things === 'sandboxes' ? await findSandbox(world) : world.app.id
    await client.call(getSession)
    await makeSessionsStale(server.services)
    const answer = await client.patch(`/api/v1/${things}/${id}`, body)
    expect([answer.status, answer.body.code]).toEqual([
      status,
      status === 403 ? 'confirmation_required' : undefined,
    ])
  },
)

test.each([
  ['renames', { label: 'Old server' }, 200],
  ['disables', { disabled: true }, 403],
  ['enables', { disabled: false }, 403],
  ['ends', { ends_in: 'now' }, 403],
])(
  'a call that %s a client secret with %o long after the sign-in is answered with %s',
  async (_, body, status) => {
    const world = await buildWorld()
    const owner = world.server.as(world.people.owner)
    const url = `/api/v1/developer_apps/${await connected(world)}/client_secrets/${await buildSecrets(world)}`
    await owner.call(getSession)
    await makeSessionsStale(server.services)
    const answer = await owner.patch(url, body)
    expect([answer.status, answer.body.code]).toEqual([
      status,
      status === 403 ? 'confirmation_required' : undefined,
    ])
  },
)

/**
 * The calls that each flag of the app page allows. A call restricted to some of an app's people must be listed under
 * one.
 */
const flagRoutes: [flag: keyof AppPermissions, routes: RegExp][] = [
  ['canEdit', /^PATCH .*\/developer_apps\/:id$|^PATCH .*\/sandboxes\/:id$/],
  ['canDestroy', /^DELETE .*\/developer_apps\/:id$|\/deletion_effects$/],
  ['canGenerateSandbox', /\/sandbox_requests$/],
  ['canGenerateFakeSandbox', /\/fake_sandbox$/],
  ['canModifyCredentials', /\/reset_secret$|^(POST|PATCH|DELETE) .*\/client_secrets/],
  ['canSubmitListing', /^PATCH \/api\/v1\/submissions\/:id$/],
  ['canModify', /^POST .*\/(app_versioned_manifests|app_version_promotions)$/],
  [
    'canUpdateCollaborators',
    /^(POST|PATCH|DELETE) \/api\/v1\/(collaborators|invitations)(\/:id(\/resends)?)?$/,
  ],
]

test(
  'allows exactly what the flags of the app page say, route by route',
  { tags: ['ROLE-12', 'ROLE-13', 'ROLE-14', 'ROLE-15', 'ROLE-18', 'ROLE-22'] },
  async () => {
    const { app, people } = await buildWorld()
    const loadFlags = async (caller: 'developer' | 'admin' | 'owner') => {
      return (
        await server.as(people[caller]).call(getAppPermissions, { query: { developer_app_id: app.id } })
      ).body as AppPermissions
    }
    const [developer, admin, owner] = [
      await loadFlags('developer'),
      await loadFlags('admin'),
      await loadFlags('owner'),
    ]
    let compared = 0
    // Staff have separate calls, whatever they may do on the app itself.
    for (const row of table.filter(({ route }) => !route.includes(' /api/v1/admin/'))) {
      const [, , ...statuses] = row.expect
      const allowed = statuses.slice(0, 3).map((status) => status < 300)
      for (const [flag] of flagRoutes.filter(([, routes]) => routes.test(row.route))) {
        expect([row.route, flag, developer[flag], admin[flag], owner[flag]]).toEqual([
          row.route,
          flag,
          ...allowed,
        ])
        compared += 1
      }
    }
    expect(compared).toBeGreaterThanOrEqual(9)
  },
)

const showInternals = ['GET /api/v1/manifests', 'PATCH /api/v1/app_versions/:id']

test.each(table)('$route shows internal notes of staff to staff only', { tags: ['ROLE-20'] }, async (row) => {
  const found = Object.entries(await collectOutcomes(row)).filter(([, outcome]) => outcome.showsInternals)
  const seenBy = found.map(([caller]) => caller)
  expect(seenBy.filter((caller) => caller !== 'staff')).toEqual([])
  if (showInternals.includes(row.route)) expect(seenBy).toEqual(['staff'])
})

test('knows only the four roles of an app in the database', { tags: ['ROLE-21'] }, async () => {
  const { app, people } = await buildWorld()
  const provided = (role: string) =>
    server.services.db
      .updateTable('collaborators')
      .set({ role: role as 'developer' })
      .where('app_id', '=', app.id)
      .where('developer_id', '=', people.developer.id)
      .execute()
  await expect(provided('reviewer')).rejects.toThrow(/collaborators_role/)
  await expect(provided('publisher')).rejects.toThrow(/collaborators_role/)
  await expect(provided('user')).resolves.toBeDefined()
})
