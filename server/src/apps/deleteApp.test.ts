// @module-tag engine
import {
  deleteDeveloperApp,
  getDeveloperApp,
  listDeveloperApps,
  updateDeveloperApp,
  createDeveloperApp,
} from '@trestle/domain/apps/contract.ts'
import { expect, test } from 'vitest'
import { buildApp, buildCollaborator, buildDeveloper } from '../../testing/build.ts'
import { holdRow, race } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer } from '../../testing/server.ts'

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

test('emails all other members who deleted the app', { tags: ['API-35'] }, async () => {
  const server = await startTestServer()
  const owner = await buildDeveloper(server)
  const app = await buildApp(server, { owner_id: owner.id, internal_name: 'Site Sync' })
  const others = [await buildCollaborator(server, app, 'admin'), await buildCollaborator(server, app, 'user')]
  await server.as(owner).call(deleteDeveloperApp, { params: { id: app.id } })
  const mails = await server.mails()
  expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual(
    others.map(({ email }) => [email, 'Site Sync was deleted']),
  )
  expect(mails[0]?.body).toContain(`${owner.name} (${owner.email}) deleted the app Site Sync`)
})

test(
  'two deletions at once delete once, and the other gets 404',
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
    expect(await server.mails()).toHaveLength(1)
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
    expect((await server.mails()).map(({ kind }) => kind)).not.toContain('sandbox_ready')
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
