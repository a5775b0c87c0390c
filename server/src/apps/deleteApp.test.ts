// @module-tag engine
import { randomUUID } from 'node:crypto'
import {
  deleteDeveloperApp,
  getDeletionEffects,
  getDeveloperApp,
  listDeveloperApps,
  updateDeveloperApp,
  createDeveloperApp,
} from '@trestle/domain/apps/contract.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildApp, buildCollaborator, buildDeveloper, type DeveloperRow } from '../../testing/build.ts'
import { buildPersonalToken } from '../../testing/personalTokens.ts'
import { holdRow, race } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { listSandboxes } from '../../testing/sandboxes.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import type { AppRow } from '../access/authorizedApp.ts'

test('a deleted app disappears for everyone who worked on it', { tags: ['API-35', 'SET-19'] }, async () => {
  const server = await startTestServer()
  const owner = await buildDeveloper(server)
  const app = await buildApp(server, { owner_id: owner.id })
  const admin = await buildCollaborator(server, app, 'admin')
  const answer = await server.as(owner).call(deleteDeveloperApp, { params: { id: app.id } })
  expect([answer.status, answer.text]).toEqual([204, ''])
  for (const person of [owner, admin]) {
    expect((await server.as(person).refusal(getDeveloperApp, { params: { id: app.id } })).status).toBe(404)
    expect((await server.as(person).call(listDeveloperApps)).body).toEqual([])
  }
  expect(
    (await server.as(owner).refusal(updateDeveloperApp, { params: { id: app.id }, body: { name: 'Back' } }))
      .status,
  ).toBe(404)
  expect((await server.as(owner).refusal(deleteDeveloperApp, { params: { id: app.id } })).status).toBe(404)
  const row = await server.services.db.selectFrom('developer_apps').selectAll().executeTakeFirstOrThrow()
  expect(row.deleted_at, 'staff can bring it back').not.toBeNull()
  expect(row.updated_at, 'forms that are open become stale').toBe(row.deleted_at)
  const [event] = (await server.audit()).slice(-1)
  expect(event).toMatchObject({ action: 'app.deleted', app_id: app.id, actor_id: owner.id })
})

test('a deleted app keeps its live sandbox, because staff can bring it back', async () => {
  const server = await startTestServer()
  const app = await buildApp(server)
  await server.as({ id: app.owner_id }).call(deleteDeveloperApp, { params: { id: app.id } })
  expect(await listSandboxes(server, app.id)).toMatchObject([{ status: 'live' }])
  expect((await server.audit()).map(({ action }) => action)).not.toContain('sandbox.canceled')
})

test(
  'only the owner can delete an app; the refusal of anyone else says who can',
  { tags: ['SET-20'] },
  async () => {
    const server = await startTestServer()
    const app = await buildApp(server)
    for (const role of ['admin', 'developer', 'user'] as const) {
      const person = await buildCollaborator(server, app, role)
      const { status, body } = await server.as(person).refusal(deleteDeveloperApp, { params: { id: app.id } })
      expect([status, body.errors]).toEqual([403, ["Only the app's owner can delete this app."]])
    }
    const staff = await buildDeveloper(server, { is_admin: true })
    expect((await server.as(staff).refusal(deleteDeveloperApp, { params: { id: app.id } })).status).toBe(404)
  },
)

describe('what stops working with an app', () => {
  let server: TestServer
  let owner: DeveloperRow
  let member: DeveloperRow
  let app: AppRow
  beforeEach(async () => {
    server = await startTestServer()
    owner = await buildDeveloper(server)
    app = await buildApp(server, { owner_id: owner.id })
    member = await buildCollaborator(server, app, 'developer')
  })
  const count = async () => (await server.as(owner).call(getDeletionEffects, { params: { id: app.id } })).body
  const none = { installations: 0, authorized_people: 0, personal_tokens: 0 }

  test('counts the companies that have it installed', async () => {
    expect(await count()).toEqual(none)
    const row = { developer_app_id: app.id, updated_at: server.services.now() }
    const companies = [
      { company_id: 1, company_name: 'A', event_id: '1', company_is_demo: false, status: 'installed' },
      { company_id: 2, company_name: 'B', event_id: '2', company_is_demo: false, status: 'uninstalled' },
      { company_id: 3, company_name: 'C', event_id: '3', company_is_demo: true, status: 'installed' },
    ] as const
    const rows = companies.map((company) => ({ ...row, ...company }))
    await server.services.db.insertInto('installations').values(rows).execute()
    expect(await count()).toEqual({ ...none, installations: 2 })
  })

  test('counts each person once who lets it act for them', async () => {
    const created_at = server.services.now()
    const stranger = await buildDeveloper(server)
    const grants = [
      { developer_id: member.id, environment: 'production', revoked_at: null },
      { developer_id: member.id, environment: 'sandbox', revoked_at: null },
      { developer_id: stranger.id, environment: 'sandbox', revoked_at: null },
      { developer_id: owner.id, environment: 'production', revoked_at: created_at },
    ] as const
    const rows = grants.map((grant) => ({
      ...grant,
      id: randomUUID(),
      app_id: app.id,
      is_remembered: true,
      created_at,
    }))
    await server.services.db.insertInto('oauth_grants').values(rows).execute()
    expect(await count()).toEqual({ ...none, authorized_people: 2 })
  })

  test('counts the usable tokens of its team that are for certain apps', async () => {
    const other = await buildApp(server, { owner_id: owner.id })
    const stranger = await buildDeveloper(server)
    await buildPersonalToken(server, owner)
    await buildPersonalToken(server, owner, { app_ids: [other.id] })
    await buildPersonalToken(server, owner, { app_ids: [app.id, other.id] })
    await buildPersonalToken(server, member, { app_ids: [app.id] })
    await buildPersonalToken(server, member, { app_ids: [app.id], revoked_at: server.services.now() })
    await buildPersonalToken(server, member, { app_ids: [app.id], expires_at: server.services.now() })
    await buildPersonalToken(server, stranger, { app_ids: [app.id] })
    expect(await count()).toEqual({ ...none, personal_tokens: 2 })
  })
})

test(
  'emails all other members who deleted the app, and confirms it to the owner',
  { tags: ['API-35'] },
  async () => {
    const server = await startTestServer()
    const owner = await buildDeveloper(server)
    const app = await buildApp(server, { owner_id: owner.id, internal_name: 'Site Sync' })
    const others = [
      await buildCollaborator(server, app, 'admin'),
      await buildCollaborator(server, app, 'user'),
    ]
    await server.as(owner).call(deleteDeveloperApp, { params: { id: app.id } })
    const emails = await server.emails()
    expect(emails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [owner.email, 'You deleted Site Sync'],
      ...others.map(({ email }) => [email, 'Site Sync was deleted']),
    ])
    expect(emails[0]?.body).toContain('Platform staff can undelete it')
    expect(emails[1]?.body).toContain(`${owner.name} (${owner.email}) deleted the app Site Sync`)
  },
)

test(
  'two deletions at the same time delete once, and the other gets 404',
  { ...repeated, tags: ['API-35'] },
  async () => {
    const server = await startTestServer()
    const owner = await buildDeveloper(server)
    const app = await buildApp(server, { owner_id: owner.id })
    await buildCollaborator(server, app, 'admin')
    const client = server.as(owner)
    await client.call(getDeveloperApp, { params: { id: app.id } })
    const answers = await race(server, holdRow('developer_apps', app.id), [
      () => client.attempt(deleteDeveloperApp, { params: { id: app.id } }),
      () => client.attempt(deleteDeveloperApp, { params: { id: app.id } }),
    ])
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['204', '404'])
    expect((await server.emails()).map(({ kind }) => kind)).toEqual(['own_app_deleted', 'app_deleted'])
  },
)

test(
  'does not build a pending sandbox for a deleted app, whenever the sandbox service answers',
  { tags: ['SET-19'] },
  async () => {
    let answer: () => void = () => undefined
    const requested = new Promise<void>((resolve) => {
      answer = resolve
    })
    let isBuilding = false
    const server = await startTestServer({
      dependencies: {
        sandboxService: {
          build: async () => {
            isBuilding = true
            await requested
            return { company_id: 5, url: 'https://s.example', app_id: 'late', procore_app_id: '5' }
          },
        },
      },
    })
    const owner = await buildDeveloper(server)
    const client = server.as(owner)
    const { body: app } = await client.call(createDeveloperApp, { body: { internal_name: 'Short Lived' } })
    const drained = server.drainJobs()
    await expect.poll(() => isBuilding).toBe(true)
    expect((await client.call(deleteDeveloperApp, { params: { id: app.id } })).status).toBe(204)
    answer()
    await drained
    const sandbox = await server.services.db.selectFrom('sandboxes').selectAll().executeTakeFirstOrThrow()
    expect([sandbox.status, sandbox.app_id]).toEqual(['failed', null])
    expect((await server.emails()).map(({ kind }) => kind)).not.toContain('sandbox_ready')
    expect((await server.audit()).map(({ action }) => action)).toContain('sandbox.canceled')
  },
)

test('a queued build does nothing after its app is deleted', async () => {
  const server = await startTestServer({ env: { SANDBOX_BUILD_SECONDS: '60' } })
  const owner = await buildDeveloper(server)
  const { body: app } = await server
    .as(owner)
    .call(createDeveloperApp, { body: { internal_name: 'Short Lived' } })
  await server.as(owner).call(deleteDeveloperApp, { params: { id: app.id } })
  server.clock.advance(120_000)
  await server.drainJobs()
  const { status } = await server.services.db
    .selectFrom('sandboxes')
    .select('status')
    .executeTakeFirstOrThrow()
  expect(status).toBe('failed')
})
