// @module-tag engine
import {
  createDeveloperApp,
  getAppPermissions,
  getDeveloperApp,
  listDeveloperApps,
  updateDeveloperApp,
} from '@trestle/domain/apps/contract.ts'
import { getSession } from '@trestle/domain/accounts/contract.ts'
import { restoreDeveloper, suspendDeveloper } from '@trestle/domain/accounts/suspensions/contract.ts'
import { tokenActions, type TokenAction } from '@trestle/domain/access/tokenActions.ts'
import { listCategories, updateSubmission } from '@trestle/domain/listings/contract.ts'
import { listManifests, reviewVersion } from '@trestle/domain/manifests/contract.ts'
import {
  createPersonalToken,
  listPersonalTokens,
  revokePersonalToken,
} from '@trestle/domain/personalTokens/contract.ts'
import { maxTokens } from '@trestle/domain/personalTokens/rules.ts'
import { listAccountSecurityEvents } from '@trestle/domain/securityEvents/contract.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildApp,
  buildCollaborator,
  buildDeveloper,
  buildSuspension,
  buildVersion,
  type AppRow,
  type DeveloperRow,
} from '../../testing/build.ts'
import { failWrites } from '../../testing/faults.ts'
import { buildSubmission } from '../../testing/listings.ts'
import { listEmailsTo } from '../../testing/emails.ts'
import { buildPersonalToken } from '../../testing/personalTokens.ts'
import { statementsDuring } from '../../testing/statements.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { hashToken } from '../accounts/token.ts'
import { routes } from '../routes.ts'
import { cleanUpPersonalTokens } from './cleanUpPersonalTokens.ts'
import { sendReminders } from './sendReminders.ts'

let server: TestServer
let owner: DeveloperRow
let app: AppRow
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
  owner = await buildDeveloper(server)
  app = await buildApp(server, { owner_id: owner.id })
})
afterAll(() => server.close())

const request = {
  name: 'Build server',
  actions: ['app.view', 'manifest.edit'] as TokenAction[],
  app_ids: null as number[] | null,
  expires_in_days: 30,
}

const withToken = async (
  options: Parameters<typeof buildPersonalToken>[2] = {},
  person: { id: number } = owner,
) => server.bearer((await buildPersonalToken(server, person, options)).token)

const invalid = [401, 'not_signed_in', 'Bearer error="invalid_token"']

/** Sends a read with any headers, without cookies unless a person is named. */
async function read(headers: Record<string, string>, person: { id: number } | null = null) {
  const client = person === null ? server.anonymous() : server.as(person)
  const answer = await client.send({ method: 'GET', url: `/api/v1/developer_apps/${app.id}`, headers })
  return [answer.status, answer.body?.code, answer.headers['www-authenticate']]
}

describe('creating a token', () => {
  test('shows it once, stores its hash, and records and emails the creation', async () => {
    const person = await buildDeveloper(server)
    const own = await buildApp(server, { owner_id: person.id })
    const client = server.as(person)
    const { body } = await client.call(createPersonalToken, { body: { ...request, app_ids: [own.id] } })
    const { expires_in_days: _days, ...shown } = request
    expect(body).toMatchObject({ ...shown, app_ids: [own.id], last_four: body.token.slice(-4) })
    expect(body.token).toMatch(/^trp_[0-9A-Za-z]{49}$/)
    expect(Date.parse(body.expires_at) - server.services.now().getTime()).toBeCloseTo(30 * dayMs, -5)

    const row = await server.services.db
      .selectFrom('personal_access_tokens')
      .selectAll()
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow()
    expect(row.token_hash).toEqual(hashToken(body.token))
    const [email] = await listEmailsTo(server, person.email)
    expect(email).toMatchObject({ kind: 'personal_token_created' })
    const audit = (await server.audit()).filter(({ actor_id }) => actor_id === person.id)
    expect(audit).toMatchObject([{ action: 'personal_token.created', subject_id: String(body.id) }])
    const events = await server.services.db
      .selectFrom('security_events')
      .selectAll()
      .where('developer_id', '=', person.id)
      .execute()
    expect(events).toMatchObject([{ kind: 'token.created', details: { name: request.name } }])
    expect(JSON.stringify([row, email, audit, events])).not.toContain(body.token)

    const [listed] = (await client.call(listPersonalTokens)).body
    expect(listed).toMatchObject({
      id: body.id,
      last_four: body.last_four,
      apps: [{ id: own.id, internal_name: own.internal_name }],
      last_used_at: null,
      last_used_network: null,
    })
    expect(JSON.stringify(listed)).not.toContain(body.token)
    expect((await server.bearer(body.token).call(getDeveloperApp, { params: { id: own.id } })).status).toBe(
      200,
    )
  })

  test.each([
    [{ name: '' }, 'name'],
    [{ actions: [] }, 'actions'],
    [{ actions: ['app.delete'] }, 'actions.0'],
    [{ actions: ['app.view', 'app.view'] }, 'actions'],
    [{ app_ids: [] }, 'app_ids'],
    [{ app_ids: [999_999] }, 'app_ids'],
    [{ actions: ['apps.create'], app_ids: [1] }, 'app_ids'],
    [{ expires_in_days: 0 }, 'expires_in_days'],
    [{ expires_in_days: 1.5 }, 'expires_in_days'],
    [{ expires_in_days: 366 }, 'expires_in_days'],
    [{ expires_in_days: undefined }, 'expires_in_days'],
    [{ actions: ['credentials.rotate'], expires_in_days: 91 }, 'expires_in_days'],
  ])('refuses %j', async (change, field) => {
    const { status, body } = await server
      .as(owner)
      .post('/api/v1/personal_access_tokens', { ...request, ...change })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]])
  })

  test('refuses an app that was deleted', async () => {
    const deleted = await buildApp(server, { owner_id: owner.id, deleted_at: server.services.now() })
    const refused = await server
      .as(owner)
      .refusal(createPersonalToken, { body: { ...request, app_ids: [deleted.id] } })
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ['app_ids']])
  })

  test('creating a token does not count expired ones toward the limit', async () => {
    const person = await buildDeveloper(server)
    const expires_at = server.services.now()
    await Promise.all(
      Array.from({ length: maxTokens }, () => buildPersonalToken(server, person, { expires_at })),
    )
    expect((await server.as(person).call(createPersonalToken, { body: request })).status).toBe(201)
  })

  test('creating a token is limited per developer, even with concurrent requests', async () => {
    const person = await buildDeveloper(server)
    await Promise.all(Array.from({ length: maxTokens - 1 }, () => buildPersonalToken(server, person)))
    const client = server.as(person)
    const answers = await Promise.all(
      [1, 2, 3].map(() => client.attempt(createPersonalToken, { body: request })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    const [first] = (await client.call(listPersonalTokens)).body
    await client.call(revokePersonalToken, { params: { id: first?.id ?? 0 } })
    await client.call(createPersonalToken, { body: request })
  })
})

describe('a token', () => {
  test('a token works until it expires', async () => {
    const soon = new Date(server.services.now().getTime() + dayMs)
    const { token } = await buildPersonalToken(server, owner, { expires_at: soon })
    const authorization = `Bearer ${token}`
    expect((await read({ authorization }))[0]).toBe(200)
    await server.services.db
      .updateTable('personal_access_tokens')
      .set({ expires_at: server.services.now() })
      .where('token_hash', '=', hashToken(token))
      .execute()
    expect(await read({ authorization })).toEqual(invalid)
  })

  test('a token works until its owner revokes it, and no one else can', async () => {
    const { id, token } = await buildPersonalToken(server, owner)
    const authorization = `bearer   ${token}`
    const stranger = await buildDeveloper(server)
    const refused = await server.as(stranger).refusal(revokePersonalToken, { params: { id } })
    expect(refused.status).toBe(404)
    expect((await read({ authorization }))[0]).toBe(200)
    await server.as(owner).call(revokePersonalToken, { params: { id } })
    expect(await read({ authorization })).toEqual(invalid)
    const again = await server.as(owner).refusal(revokePersonalToken, { params: { id } })
    expect([again.status, again.body.message]).toEqual([
      404,
      'Token not found. It may have been revoked already.',
    ])
    expect((await server.audit()).filter(({ action }) => action === 'personal_token.revoked')).toContainEqual(
      expect.objectContaining({ subject_id: String(id), actor_id: owner.id }),
    )
    expect((await server.as(owner).call(listAccountSecurityEvents)).body[0]).toMatchObject({
      kind: 'token.revoked',
      details: { name: 'Build server' },
    })
  })

  test('ends with the suspension of its owner, and stays ended', async () => {
    const person = await buildDeveloper(server)
    const staff = await buildDeveloper(server, { is_admin: true })
    const client = await withToken({}, person)
    const other = await withToken({})
    await client.call(listDeveloperApps)
    const params = { id: person.id }
    await server.as(staff).call(suspendDeveloper, { params, body: { reason: 'Shared their password' } })
    expect((await client.refusal(listDeveloperApps)).status).toBe(401)
    await server.as(staff).call(restoreDeveloper, { params })
    expect((await client.refusal(listDeveloperApps)).status).toBe(401)
    await other.call(listDeveloperApps)
  })

  test('a token of a suspended person does not work even if it was not revoked', async () => {
    const person = await buildDeveloper(server)
    await buildSuspension(server, { developer_id: person.id, suspended_by: owner.id })
    expect((await (await withToken({}, person)).refusal(listDeveloperApps)).status).toBe(401)
  })

  test('ends with the account', async () => {
    const person = await buildDeveloper(server)
    const client = await withToken({}, person)
    await client.call(listDeveloperApps)
    await server.services.db.deleteFrom('developers').where('id', '=', person.id).execute()
    expect((await client.refusal(listDeveloperApps)).status).toBe(401)
  })

  test('a token is refused when it is wrong, on calls for everyone too', async () => {
    const { token } = await buildPersonalToken(server, owner)
    for (const wrong of [token.slice(0, -1), `${token}x`, `trk${token.slice(3)}`, 'anything', '', 'a b']) {
      expect(await read({ authorization: `Bearer ${wrong}` })).toEqual(invalid)
    }
    expect((await server.bearer(`${token}x`).refusal(listCategories)).status).toBe(401)
    await server.bearer(token).call(listCategories)
    // Other schemes, such as that of a proxy in front, aren't ours.
    expect((await read({ authorization: `Basic ${token}` }, owner))[0]).toBe(200)
  })

  test('a token is refused together with a session', async () => {
    const { token } = await buildPersonalToken(server, owner)
    expect(await read({ authorization: `Bearer ${token}` }, owner)).toEqual([400, 'malformed', undefined])
  })

  test('records its last use and network at most once a minute', async () => {
    const person = await buildDeveloper(server)
    const client = await withToken({}, person)
    const lastUse = async () => {
      const [listed] = (await server.as(person).call(listPersonalTokens)).body
      return [listed?.last_used_at, listed?.last_used_network]
    }
    await client.call(listDeveloperApps)
    const [first, network] = await lastUse()
    expect(network).toBe('127.0.0.0/24')
    server.clock.advance(30_000)
    await client.call(listDeveloperApps)
    expect((await lastUse())[0]).toBe(first)
    server.clock.advance(31_000)
    await client.call(listDeveloperApps)
    expect(Date.parse((await lastUse())[0] ?? '')).toBeGreaterThan(Date.parse(first ?? ''))
  })

  test('a token can read while nothing can be written, so that its use is not recorded', async () => {
    const person = await buildDeveloper(server)
    const client = await withToken({}, person)
    await failWrites(server, { table: 'personal_access_tokens', event: 'update', sqlState: '25006' })
    await client.call(listDeveloperApps)
    const [listed] = (await server.as(person).call(listPersonalTokens)).body
    expect(listed?.last_used_at).toBeNull()
  })

  test('needs no CSRF token, and its changes name it in the audit log', async () => {
    const { id, token } = await buildPersonalToken(server, owner, { actions: ['app.edit'] })
    await server
      .bearer(token)
      .call(updateDeveloperApp, { params: { id: app.id }, body: { internal_name: 'Renamed by a program' } })
    const event = await server.services.db
      .selectFrom('audit_events')
      .selectAll()
      .where('token_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({ action: 'app.updated', actor_kind: 'person', actor_id: owner.id })
  })

  test('a token is not accepted by other origins: replies name none', async () => {
    const { token } = await buildPersonalToken(server, owner)
    const { headers } = await server.bearer(token).send({
      method: 'GET',
      url: '/api/v1/developer_apps',
      headers: { origin: 'https://elsewhere.example' },
    })
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('the right of a call', () => {
  test("the right of a call requires both the token's action and the current role", async () => {
    const person = await buildCollaborator(server, app, 'admin')
    const client = await withToken({ actions: ['app.edit'] }, person)
    const rename = { params: { id: app.id }, body: { internal_name: 'Site Sync' } }
    await client.call(updateDeveloperApp, rename)
    await server.services.db
      .updateTable('collaborators')
      .set({ role: 'developer' })
      .where('developer_id', '=', person.id)
      .execute()
    expect((await client.refusal(updateDeveloperApp, rename)).status).toBe(403)
    await server.services.db.deleteFrom('collaborators').where('developer_id', '=', person.id).execute()
    expect((await client.refusal(updateDeveloperApp, rename)).status).toBe(404)
  })

  test('omits what the token may not see', async () => {
    await buildVersion(server, app, { versionable_type: 'ProductionEnvironment', has_data_connector: true })
    const load = async (actions: TokenAction[]) => {
      const client = await withToken({ actions })
      return (await client.call(getDeveloperApp, { params: { id: app.id } })).body
    }
    expect(await load(['app.view'])).toMatchObject({ uid: null, credentials: null, collaborators: [] })
    expect(await load(['app.view', 'credentials.viewProduction'])).toMatchObject({ uid: app.uid })
    expect((await load(['app.view', 'collaborators.view'])).collaborators).not.toEqual([])
    const flags = (
      await (
        await withToken({ actions: ['app.view'] })
      ).call(getAppPermissions, {
        query: { developer_app_id: app.id },
      })
    ).body
    expect(flags).toMatchObject({ canEdit: false, canDestroy: false, canModify: false })
  })

  test("the right of a call is limited to the token's apps", async () => {
    const other = await buildApp(server, { owner_id: owner.id })
    const client = await withToken({ app_ids: [other.id] })
    await client.call(getDeveloperApp, { params: { id: other.id } })
    expect((await client.refusal(getDeveloperApp, { params: { id: app.id } })).status).toBe(404)
    for (const query of [{}, { filters: { search: 'App' } }]) {
      const listed = await client.call(listDeveloperApps, { query })
      expect(listed.body.map(({ id }) => id)).toEqual([other.id])
      expect(listed.headers.total).toBe('1')
    }
    // Naming an app gives no right on it.
    const stranger = await withToken({ app_ids: [app.id] }, await buildDeveloper(server))
    expect((await stranger.refusal(getDeveloperApp, { params: { id: app.id } })).status).toBe(404)
  })

  test('never includes ownership, nor submitting by editing alone', async () => {
    const admin = await buildCollaborator(server, app, 'admin')
    const client = await withToken()
    const transfer = await client.refusal(updateDeveloperApp, {
      params: { id: app.id },
      body: { owner_id: admin.id },
    })
    expect([transfer.status, transfer.headers['www-authenticate']]).toEqual([
      403,
      'Bearer error="insufficient_scope", scope="ownership.transfer"',
    ])
    const listed = await buildApp(server, { owner_id: owner.id, sandbox: 'none', marketplace_enabled: true })
    const submission = await buildSubmission(server, listed, { state: 'draft' })
    const editing = await withToken({ actions: ['listing.edit'] })
    const submit = { params: { id: submission.id }, body: { state: 'in_review' as const } }
    const refused = await editing.refusal(updateSubmission, submit)
    expect(refused.headers['www-authenticate']).toContain('scope="listing.submit"')
    await (await withToken({ actions: ['listing.submit'] })).call(updateSubmission, submit)
  })

  test('never includes the rights of staff', async () => {
    const staff = await buildDeveloper(server, { is_admin: true, is_employee: true })
    const client = await withToken({}, staff)
    const version = await buildVersion(server, app, {
      versionable_type: 'ProductionEnvironment',
      state: 'in_review',
      in_review_at: server.services.now(),
    })
    const decide = { params: { id: version.app_version_id }, body: { state: 'published' as const } }
    expect((await client.refusal(reviewVersion, decide)).status).toBe(404)
    const list = { query: { filters: { developer_app_id: app.id } } }
    expect((await client.refusal(listManifests, list)).status).toBe(404)
    expect((await client.refusal(getSession)).status).toBe(403)
  })

  test('creating apps is a separate action', async () => {
    const body = { internal_name: 'Made by a program' }
    const rest = tokenActions.filter((action) => action !== 'apps.create')
    const refused = await (await withToken({ actions: rest })).refusal(createDeveloperApp, { body })
    expect(refused.headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="apps.create"')
    await (await withToken({ actions: ['apps.create'] })).call(createDeveloperApp, { body })
  })
})

/**
 * Calls outside the excluded addresses that no token may make. No action of a token covers them: they delete an app,
 * change its people or reset a secret; they join an app, prove an address or a password, or let an app act for someone.
 */
const personOnly = [
  'DELETE /api/v1/developer_apps/:id',
  'GET /api/v1/developer_apps/:id/deletion_effects',
  'PATCH /api/v1/collaborators',
  'DELETE /api/v1/collaborators/:id',
  'POST /api/v1/invitations',
  'PATCH /api/v1/invitations/:id',
  'POST /api/v1/invitations/:id/resends',
  'POST /api/v1/developer_apps/:id/reset_secret',
  'POST /api/v1/oauth_applications/:id/reset_secret',
  'POST /api/v1/sandboxes/:id/reset_secret',
  'GET /api/v1/invitations/:token/preview',
  'POST /api/v1/invitations/:token/acceptance',
  'POST /api/v1/developers',
  'GET /api/v1/email_confirmations/:token',
  'POST /api/v1/email_confirmations',
  'POST /api/v1/email_confirmation_rejections',
  'POST /api/v1/email_confirmation_requests',
  'POST /api/v1/password_reset_requests',
  'POST /api/v1/password_resets',
  'GET /api/v1/email_changes/:token',
  'POST /api/v1/email_change_confirmations',
  'GET /api/v1/email_change_undos/:token',
  'POST /api/v1/email_change_undos',
  'GET /api/v1/factor_reset_rejections/:token',
  'POST /api/v1/factor_reset_rejections',
  'GET /api/v1/unsubscribe_links/:token',
  'POST /unsubscribe/:token',
  'GET /api/v1/developer_apps/:id/oauth_events',
  'POST /api/v1/developer_apps/:id/check_credentials',
  'POST /api/v1/developer_apps/:id/try',
  'GET /api/v1/oauth/requests/:request',
  'POST /api/v1/oauth/requests/:request/decision',
]

const excluded = /^\/api\/v1\/(admin|account|session|personal_access_tokens)(\/|\.|$)/

describe('the calls that accept tokens', () => {
  const forPeople = routes.filter(({ access }) => access !== 'service')

  test('the calls that accept tokens are all except these', () => {
    const refusing = forPeople
      .filter(({ endpoint }) => endpoint.tokenActions === undefined && !excluded.test(endpoint.path))
      .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
    expect(refusing.toSorted()).toEqual(personOnly.toSorted())
    expect(forPeople.filter(({ endpoint }) => endpoint.tokenActions && excluded.test(endpoint.path))).toEqual(
      [],
    )
    expect(
      forPeople.filter(({ access, endpoint }) => access === 'platformAdmin' && endpoint.tokenActions),
    ).toEqual([])
  })

  test('need no action of the token only for what belongs to no app', () => {
    const general =
      /^\/api\/v1\/(analytics|categories|documentation|documentation_passages|manifest_templates|marketplace|notifications|permission_tools|product_tools|reference_docs|regions|resource_groups|security_standards|sso_providers|terms)(\/|$)/
    const free = forPeople.filter(({ endpoint }) => endpoint.tokenActions === 'any')
    expect(free.map(({ endpoint }) => endpoint.path).filter((path) => !general.test(path))).toEqual([])
  })

  const withActions = forPeople.flatMap(({ endpoint }) =>
    endpoint.tokenActions && endpoint.tokenActions !== 'any'
      ? [[`${endpoint.method} ${endpoint.path}`, endpoint, endpoint.tokenActions] as const]
      : [],
  )

  test.each(withActions)('%s needs its action', async (_, { method, path }, needed) => {
    const client = await withToken({ actions: tokenActions.filter((action) => !needed.includes(action)) })
    const answer = await client.send({ method, url: path.replaceAll(/:\w+/g, String(app.id)) })
    expect([answer.status, answer.body.code, answer.headers['www-authenticate']]).toEqual([
      403,
      'not_allowed',
      `Bearer error="insufficient_scope", scope="${needed[0]}"`,
    ])
  })
})

test('counts calls per token, and calls with a wrong token per address', async () => {
  const limited = await startTestServer({ env: { REQUESTS_PER_MINUTE: '2' } })
  const person = await buildDeveloper(limited)
  const clients = await Promise.all(
    [1, 2].map(async () => limited.bearer((await buildPersonalToken(limited, person)).token)),
  )
  for (const client of clients) {
    const statuses = []
    for (let call = 0; call < 3; call += 1) statuses.push((await client.attempt(listDeveloperApps)).status)
    expect(statuses).toEqual([200, 200, 429])
    expect((await client.refusal(listDeveloperApps)).body.message).toBe(
      'Too many calls with this token. Wait a moment and try again.',
    )
  }
  const wrong = limited.bearer('wrong')
  const statuses = []
  for (let call = 0; call < 3; call += 1) statuses.push((await wrong.attempt(listDeveloperApps)).status)
  expect(statuses).toEqual([401, 401, 429])
})

test('sends one email seven days before a token expires', async () => {
  const person = await buildDeveloper(server)
  const at = server.services.now().getTime()
  await buildPersonalToken(server, person, { name: 'Soon', expires_at: new Date(at + 7 * dayMs - 1000) })
  await buildPersonalToken(server, person, { name: 'Later', expires_at: new Date(at + 8 * dayMs) })
  await buildPersonalToken(server, person, { name: 'Past', expires_at: new Date(at - 1000) })
  const { id } = await buildPersonalToken(server, person, { name: 'Gone', expires_at: new Date(at + dayMs) })
  const client = server.as(person)
  await client.call(revokePersonalToken, { params: { id } })
  // The owner of such a short-lived token already got an email about its creation.
  await client.call(createPersonalToken, { body: { ...request, name: 'Short', expires_in_days: 7 } })
  await Promise.all([sendReminders(server.services), sendReminders(server.services)])
  await sendReminders(server.services)
  const emails = await listEmailsTo(server, person.email)
  expect(emails.filter(({ kind }) => kind === 'personal_token_expiring')).toMatchObject([
    { subject: expect.stringContaining('"Soon"'), body: expect.stringContaining('/account/tokens') },
  ])
})

test('sends emails for all tokens that expire at the same time, however many', async () => {
  const person = await buildDeveloper(server)
  const expires_at = new Date(server.services.now().getTime() + dayMs)
  for (let number = 0; number < 101; number += 1) await buildPersonalToken(server, person, { expires_at })
  await sendReminders(server.services)
  expect(await listEmailsTo(server, person.email)).toHaveLength(101)
})

test('reminds of many tokens with as many statements as of one', async () => {
  const person = await buildDeveloper(server)
  const expires_at = new Date(server.services.now().getTime() + dayMs)
  const countStatements = async (tokens: number): Promise<number> => {
    for (let number = 0; number < tokens; number += 1) {
      await buildPersonalToken(server, person, { expires_at })
    }
    return (await statementsDuring(server, () => sendReminders(server.services))).length
  }
  expect(await countStatements(20)).toBe(await countStatements(1))
})

test('deletes a token 90 days after its end', async () => {
  const at = server.services.now().getTime()
  const person = await buildDeveloper(server)
  await buildPersonalToken(server, person, { name: 'Old', expires_at: new Date(at - 91 * dayMs) })
  await buildPersonalToken(server, person, { name: 'Recent', expires_at: new Date(at - 89 * dayMs) })
  await cleanUpPersonalTokens(server.services)
  const { body } = await server.as(person).call(listPersonalTokens)
  expect(body.map(({ name }) => name)).toEqual(['Recent'])
})

test('deletes a token 90 days after it was revoked', async () => {
  const at = server.services.now().getTime()
  const person = await buildDeveloper(server)
  await buildPersonalToken(server, person, { name: 'Old', revoked_at: new Date(at - 91 * dayMs) })
  await buildPersonalToken(server, person, { name: 'Recent', revoked_at: new Date(at - 89 * dayMs) })
  await cleanUpPersonalTokens(server.services)
  const left = await server.services.db
    .selectFrom('personal_access_tokens')
    .select('name')
    .where('developer_id', '=', person.id)
    .execute()
  expect(left).toEqual([{ name: 'Recent' }])
})
