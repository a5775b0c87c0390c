import { resendConfirmation } from '@trestle/domain/accounts/contract.ts'
import { requestEmailChange } from '@trestle/domain/accounts/emailChanges/contract.ts'
import {
  createPasskeyRegistration,
  createTotp,
  requestFactorReset,
} from '@trestle/domain/accounts/factors/contract.ts'
import { termsVersion } from '@trestle/domain/accounts/terms.ts'
import { randomBytes } from 'node:crypto'
import { createAuthenticator } from '../authenticator.ts'
import { buildDeveloper, buildSuspension, password, unconfirm } from '../build.ts'
import { addPasskey, addTotp, totpCode } from '../factors.ts'
import { readMailedToken } from '../emails.ts'
import { buildPersonalToken } from '../personalTokens.ts'
import { openSession, type Client, type TestServer } from '../server.ts'
import { at, type AccessRow, type Caller, type World } from './world.ts'

const newPassword = { password: 'another-fine-phrase-42', password_confirmation: 'another-fine-phrase-42' }

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

export const accountAccess: AccessRow[] = [
  // route                     anonymous stranger developer admin owner employee staff
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
    route: 'GET /api/v1/admin/developers.csv',
    expect: [401, 403, 403, 403, 403, 403, 200],
    call: at('/api/v1/admin/developers.csv'),
  },
]
