import {
  createDeveloperApp,
  getDeveloperApp,
  listDeveloperApps,
  getAppPermissions,
  updateDeveloperApp,
} from '@trestle/domain/apps/contract.ts'
import { minuteMs } from '@trestle/domain/time/durations.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp, buildCollaborator, buildDeveloper, buildVersion } from '../../testing/build.ts'
import { buildSubmission } from '../../testing/listings.ts'
import { holdRow, race } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import type { RequestFor } from '../../testing/call.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { mayLackAccess } from '../errors.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true, env: { SANDBOX_BUILD_SECONDS: '60' } })
})
afterAll(() => server.close())

const names = (rows: { internal_name: string }[]) => rows.map((row) => row.internal_name)

describe('creating an app', () => {
  test(
    'adds its owner as a collaborator and requests its sandbox',
    { tags: ['APP-01', 'API-31', 'SBX-11'] },
    async () => {
      const owner = await buildDeveloper(server, { procore_id: 4711 })
      const reply = await server
        .as(owner)
        .call(createDeveloperApp, { body: { internal_name: '  Site Sync ' } })
      expect(reply.status).toBe(201)
      expect(reply.body).toMatchObject({
        internal_name: 'Site Sync',
        role: 'owner',
        redirect_uri: 'http://localhost',
        app_secret: null,
        owner: { name: owner.name, email: owner.email, procore_id: 4711 },
        collaborators: [{ role: 'owner', developer: { name: owner.name, email: owner.email } }],
        sandbox: { status: 'pending', live: false, company_id: null, url: null, app_id: null },
      })
      expect(reply.body.uid).toBeNull()
      const events = (await server.audit()).filter((event) => event.app_id === reply.body.id)
      expect(events.map(({ action, actor_id }) => [action, actor_id])).toEqual([
        ['app.created', owner.id],
        ['sandbox.requested', owner.id],
      ])
    },
  )

  test(
    'makes it confidential by default, or public on request, with the matching grant type',
    { tags: ['CRED-05'] },
    async () => {
      const client = server.as(await buildDeveloper(server))
      const create = (fields: object) =>
        client.attempt(createDeveloperApp, { body: { internal_name: 'Privacy', ...fields } })
      const confidential = { confidential: true, grant_type: 'authorization_code' }
      expect((await create({})).body).toMatchObject(confidential)
      expect((await create({ confidential: true })).body).toMatchObject(confidential)
      const { body } = await create({ confidential: false })
      expect(body).toMatchObject({ confidential: false, grant_type: 'implicit' })
      const refused = await create({ confidential: 'maybe' })
      expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ['confidential']])
      const stored = await server.services.db
        .selectFrom('audit_events')
        .select('changes')
        .where('app_id', '=', body.id ?? 0)
        .where('action', '=', 'app.created')
        .executeTakeFirstOrThrow()
      expect(stored.changes).toMatchObject({ confidential: [null, false] })
    },
  )

  test(
    'shows its sandbox as live once it is built',
    { tags: ['API-32', 'APP-13', 'APP-25', 'APP-26'] },
    async () => {
      const owner = await buildDeveloper(server)
      const created = await server.as(owner).call(createDeveloperApp, { body: { internal_name: 'Poll me' } })
      server.clock.advance(minuteMs)
      await server.drainJobs()
      const { body } = await server.as(owner).call(getDeveloperApp, { params: { id: created.body.id } })
      expect(body.sandbox).toMatchObject({ status: 'live', live: true })
      expect(Object.keys(body)).toEqual(
        expect.arrayContaining(
          'id uid name internal_name redirect_uri allowed_cors_domain legacy connectable confidential grant_type app_secret credentials thumbnail_url contacts collaborators sandbox owner published_app_version_id last_marketplace_app marketplace_enabled external_owner_id'.split(
            ' ',
          ),
        ),
      )
      expect(JSON.stringify(body)).not.toContain('secret_hash')
    },
  )

  test('requires a name', { tags: ['APP-07'] }, async () => {
    const client = server.as(await buildDeveloper(server))
    const blank = await client.refusal(createDeveloperApp, { body: { internal_name: '  ' } })
    expect([blank.status, blank.body.fields]).toEqual([422, { internal_name: ['This field is required'] }])
    const missing = await client.post('/api/v1/developer_apps', {})
    expect([missing.status, missing.body.fields]).toEqual([
      422,
      { internal_name: ['This field is required'] },
    ])
    const long = await client.refusal(createDeveloperApp, { body: { internal_name: 'x'.repeat(101) } })
    expect([long.status, long.body.fields]).toEqual([
      422,
      { internal_name: ['Character limit exceeded (100)'] },
    ])
  })

  test('requires a confirmed email address', { tags: ['ACC-06'] }, async () => {
    const newcomer = await buildDeveloper(server, { email_confirmed_at: null })
    const reply = await server.as(newcomer).refusal(createDeveloperApp, { body: { internal_name: 'Early' } })
    expect([reply.status, reply.body.code, reply.body.message]).toEqual([
      403,
      'not_allowed',
      `Confirm your email address before you create an app. We sent a link to ${newcomer.email}.`,
    ])
    expect((await server.as(newcomer).call(listDeveloperApps)).body).toEqual([])
  })

  test('creates two apps for the same name, each with its own client id', async () => {
    const client = server.as(await buildDeveloper(server))
    const [one, two] = await Promise.all([
      client.call(createDeveloperApp, { body: { internal_name: 'Twin' } }),
      client.call(createDeveloperApp, { body: { internal_name: 'Twin' } }),
    ])
    expect([one.status, two.status]).toEqual([201, 201])
    const rows = await server.services.db
      .selectFrom('developer_apps')
      .select('uid')
      .where('internal_name', '=', 'Twin')
      .execute()
    expect(rows).toHaveLength(2)
    expect(rows.every(({ uid }) => /^[\w-]{43}$/.test(uid))).toBe(true)
    expect(new Set(rows.map(({ uid }) => uid)).size).toBe(2)
  })

  test('requires a session', async () => {
    expect((await server.as(null).refusal(createDeveloperApp, { body: { internal_name: 'A' } })).status).toBe(
      401,
    )
    expect((await server.as(null).refusal(listDeveloperApps)).status).toBe(401)
  })
})

describe('app details', () => {
  test('answers 404 to a stranger, for an unknown id, to staff outside the admin API, and once deleted', async () => {
    const app = await buildApp(server)
    const deleted = await buildApp(server, { owner_id: app.owner_id, deleted_at: new Date() })
    const owner = server.as({ id: app.owner_id })
    const stranger = server.as(await buildDeveloper(server))
    const staff = server.as(await buildDeveloper(server, { is_admin: true }))
    for (const [client, id] of [
      [stranger, app.id],
      [staff, app.id],
      [owner, 999_999],
      [owner, deleted.id],
    ] as const) {
      for (const reply of [
        await client.refusal(getDeveloperApp, { params: { id } }),
        await client.refusal(getAppPermissions, { query: { developer_app_id: id } }),
      ]) {
        expect([reply.status, reply.body.message]).toEqual([404, `App not found. ${mayLackAccess}`])
      }
    }
  })

  test(
    'shows the client id, once it exists, and sandbox credentials to owner, admin and developer',
    { tags: ['ROLE-02', 'ROLE-03'] },
    async () => {
      const app = await buildApp(server)
      const admin = await buildCollaborator(server, app, 'admin')
      const developer = await buildCollaborator(server, app, 'developer')
      const promoted = { versionable_type: 'ProductionEnvironment', has_data_connector: true } as const
      await buildVersion(server, app, promoted)
      for (const person of [{ id: app.owner_id }, admin, developer]) {
        const { body } = await server.as(person).call(getDeveloperApp, { params: { id: app.id } })
        expect(body.uid).toBe(app.uid)
        expect(body.sandbox?.app_id).toMatch(/^[\w-]{43}$/)
        expect(body.collaborators).toHaveLength(3)
      }
    },
  )

  test('shows no credentials to a guest', { tags: ['COLL-05'] }, async () => {
    const app = await buildApp(server, {
      redirect_uri: 'https://crane.example.test',
      allowed_cors_domain: 'https://crane.example.test',
    })
    const secret = { secret_hash: 'a1b2', secret_last_four: 'x7q2', secret_made_at: server.services.now() }
    await server.services.db
      .updateTable('sandboxes')
      .set(secret)
      .where('developer_app_id', '=', app.id)
      .execute()
    const guest = await buildCollaborator(server, app, 'user')
    const { status, body } = await server.as(guest).call(getDeveloperApp, { params: { id: app.id } })
    expect([status, body.role, body.uid, body.collaborators]).toEqual([200, 'user', null, []])
    expect(body).toMatchObject({ redirect_uri: '', allowed_cors_domain: '', stored_secret: null })
    expect(body.sandbox).toMatchObject({
      status: 'live',
      app_id: null,
      redirect_uri: '',
      stored_secret: null,
    })
  })
})

describe('app permissions', () => {
  const flags = async (person: { id: number }, app: { id: number }) =>
    (await server.as(person).call(getAppPermissions, { query: { developer_app_id: app.id } })).body

  test('follow from the role', { tags: ['ROLE-05', 'ROLE-08', 'ROLE-10', 'ROLE-11'] }, async () => {
    const app = await buildApp(server)
    const admin = await buildCollaborator(server, app, 'admin')
    const developer = await buildCollaborator(server, app, 'developer')
    expect(await flags({ id: app.owner_id }, app)).toMatchObject({
      canEdit: true,
      canDestroy: true,
      canGenerateSandbox: true,
      canGenerateFakeSandbox: true,
      canModifyCredentials: true,
      canModify: true,
      canSetSemanticVersions: true,
      isEmployee: false,
      isFedramp: false,
    })
    expect(await flags(admin, app)).toMatchObject({
      canEdit: true,
      canDestroy: false,
      canGenerateSandbox: false,
      canGenerateFakeSandbox: false,
      canModifyCredentials: true,
    })
    expect(await flags(developer, app)).toMatchObject({
      canEdit: false,
      canDestroy: false,
      canGenerateSandbox: false,
      canModifyCredentials: false,
      canModify: false,
    })
  })
})

describe('list of apps', () => {
  test(
    'shows the apps the caller works on, with role and the badge of the newest versions',
    { tags: ['APP-03'] },
    async () => {
      const app = await buildApp(server, { internal_name: 'Badged' })
      await buildVersion(server, app, {
        version: 1,
        semantic_version: '0.1.0',
        created_at: '2026-01-01T00:00:00Z',
      })
      const newest = await buildVersion(server, app, {
        version: 2,
        semantic_version: '0.2.0',
        created_at: '2026-01-02T00:00:00Z',
      })
      const developer = await buildCollaborator(server, app, 'developer')
      await buildApp(server, { internal_name: "Someone else's" })
      const list = () => server.as(developer).call(listDeveloperApps)
      expect((await list()).body).toEqual([
        {
          id: app.id,
          internal_name: 'Badged',
          thumbnail_url: null,
          role: 'developer',
          version: '0.2.0',
          version_badge: { label: 'Ready for Testing', color: 'magenta' },
          listing_state: null,
          next_step: {
            kind: 'promote_version',
            version: '0.2.0',
            since: null,
            rejected_version: null,
            version_in_review: null,
            rejected_listing: false,
            listing_in_review: false,
          },
          updated_at: newest.updated_at,
        },
      ])
      await buildVersion(server, app, {
        version: 2,
        semantic_version: '0.2.0',
        versionable_type: 'ProductionEnvironment',
        state: 'in_review',
        in_review_at: new Date(),
      })
      expect((await list()).body[0]?.version_badge).toEqual({ label: 'Under Review', color: 'yellow' })
    },
  )

  test('searches, sorts and pages, and leaves deleted apps out', { tags: ['APP-03', 'API-13'] }, async () => {
    const owner = await buildDeveloper(server)
    const app = (internal_name: string, day: number, more = {}) =>
      buildApp(server, {
        owner_id: owner.id,
        internal_name,
        updated_at: `2026-01-0${day}T00:00:00Z`,
        ...more,
      })
    const beta = await app('beta', 1, { name: 'Tower Log' })
    await app('Alpha', 3)
    await app('100% done', 2)
    await app('gone', 4, { deleted_at: new Date() })
    const list = (query: RequestFor<typeof listDeveloperApps>['query'] = {}) =>
      server.as(owner).call(listDeveloperApps, { query })
    expect(names((await list()).body)).toEqual(['Alpha', '100% done', 'beta'])
    expect(names((await list({ sort: 'internal_name' })).body)).toEqual(['100% done', 'Alpha', 'beta'])
    expect(names((await list({ sort: '-internal_name' })).body)).toEqual(['beta', 'Alpha', '100% done'])
    expect(names((await list({ sort: 'updated_at' })).body)).toEqual(['beta', '100% done', 'Alpha'])
    expect(names((await list({ filters: { search: 'ALPH' } })).body)).toEqual(['Alpha'])
    expect(names((await list({ filters: { search: 'tower' } })).body)).toEqual(['beta'])
    expect(names((await list({ filters: { search: '%' } })).body)).toEqual(['100% done'])
    const second = await list({ sort: 'internal_name', per_page: 2, page: 2 })
    expect([names(second.body), second.headers['total'], second.headers['per-page']]).toEqual([
      ['beta'],
      '3',
      '2',
    ])
    const wrong = await server.as(owner).get('/api/v1/developer_apps?sort=id')
    expect([wrong.status, wrong.body.message]).toEqual([
      422,
      'Sort must be one of internal_name, -internal_name, updated_at, -updated_at',
    ])
    // The versions and the listing of an app change it too.
    await buildVersion(server, beta, { updated_at: '2026-01-04T00:00:00Z' })
    expect(names((await list()).body)).toEqual(['beta', 'Alpha', '100% done'])
    await buildSubmission(server, beta, { updated_at: '2027-01-01T00:00:00Z' })
    const [first] = (await list({ filters: { search: 'tower' } })).body
    expect(first?.updated_at).toBe('2027-01-01T00:00:00.000Z')
  })
})

test(
  "limits a developer to 200 owned apps, even with concurrent requests, and doesn't count deleted ones",
  repeated,
  async () => {
    const owner = await buildDeveloper(server)
    const client = server.as(owner)
    const owned = await Promise.all(
      Array.from({ length: 199 }, () => buildApp(server, { owner_id: owner.id, sandbox: 'none' })),
    )
    const create = () => client.attempt(createDeveloperApp, { body: { internal_name: 'One more' } })
    const answers = await race(server, holdRow('developers', owner.id), [create, create, create])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    const giver = await buildDeveloper(server)
    const provided = await buildApp(server, { owner_id: giver.id })
    await server.services.db
      .insertInto('collaborators')
      .values({
        app_id: provided.id,
        developer_id: owner.id,
        role: 'developer',
        created_at: provided.created_at,
        updated_at: provided.created_at,
      })
      .execute()
    const hand = () =>
      server
        .as(giver)
        .attempt(updateDeveloperApp, { params: { id: provided.id }, body: { owner_id: owner.id } })
    expect((await hand()).body).toMatchObject({
      code: 'conflict',
      message:
        'The new owner already owns 200 apps, and a developer can own at most 200. Choose someone else.',
    })
    expect((await server.as(giver).call(getDeveloperApp, { params: { id: provided.id } })).body.role).toBe(
      'owner',
    )
    expect((await create()).body.message).toBe(
      'You own 200 apps, and a developer can own at most 200. Delete or transfer one before you create another.',
    )
    await server.services.db
      .updateTable('developer_apps')
      .set({ deleted_at: server.services.now() })
      .where('id', '=', Number(owned[7]?.id))
      .execute()
    expect((await hand()).status).toBe(200)
    expect((await create()).status).toBe(409)
  },
)

test(
  'in government cloud an app has no sandbox and its badge follows production',
  { tags: ['SBX-23', 'PROM-08'] },
  async () => {
    const gov = await startTestServer({ env: { GOV_CLOUD: 'true' } })
    const owner = await buildDeveloper(gov)
    const { status, body } = await gov.as(owner).call(createDeveloperApp, { body: { internal_name: 'Gov' } })
    expect([status, body.sandbox]).toEqual([201, null])
    expect(await gov.services.db.selectFrom('sandboxes').selectAll().execute()).toEqual([])
    const list = async () => (await gov.as(owner).call(listDeveloperApps)).body[0]
    expect(await list()).toMatchObject({ version: null, version_badge: { label: 'Draft', color: 'blue' } })
    await buildVersion(
      gov,
      { id: body.id, owner_id: owner.id },
      {
        versionable_type: 'ProductionEnvironment',
        semantic_version: '1.0.0',
      },
    )
    expect(await list()).toMatchObject({
      version: '1.0.0',
      version_badge: { label: 'Promoted', color: 'green' },
    })
    const flags = await gov.as(owner).call(getAppPermissions, { query: { developer_app_id: body.id } })
    expect(flags.body).toMatchObject({
      canGenerateSandbox: false,
      canGenerateFakeSandbox: false,
      isFedramp: true,
    })
  },
)
