// @module-tag engine
import {
  requestAdminSandbox,
  requestSandbox,
  generateFakeSandbox,
  updateSandbox,
} from '@trestle/domain/sandboxes/contract.ts'
import {
  createDeveloperApp,
  getDeveloperApp,
  updateAdminDeveloperApp,
} from '@trestle/domain/apps/contract.ts'
import { minuteMs } from '@trestle/domain/time/durations.ts'
import { expect, test } from 'vitest'
import { buildApp, buildCollaborator, buildDeveloper } from '../../testing/build.ts'
import { holdRow, race, raceInOrder } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { drainRetries, listSandboxes } from '../../testing/sandboxes.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { mayLackAccess } from '../errors.ts'
import { parsePayload } from '../jobs/kinds.ts'
import { buildSandbox } from './build.ts'
import { simulateSandbox } from './simulator.ts'

/** Long enough that no build starts before the test advances the clock. */
const slow = { SANDBOX_BUILD_SECONDS: '60' }

const buildJobs = (server: TestServer) =>
  server.services.db
    .selectFrom('jobs')
    .selectAll()
    .where('kind', '=', 'sandbox.build')
    .orderBy('id')
    .execute()

test(
  'a sandbox is built after SANDBOX_BUILD_SECONDS, and its owner gets an email',
  { tags: ['SBX-06', 'SBX-12'] },
  async () => {
    const server = await startTestServer({ env: slow })
    const owner = await buildDeveloper(server)
    const { body: app } = await server
      .as(owner)
      .call(createDeveloperApp, { body: { internal_name: 'Site Sync' } })
    await server.drainJobs()
    expect((await listSandboxes(server, app.id))[0]?.status).toBe('pending')
    server.clock.advance(minuteMs)
    await server.drainJobs()
    const { sandbox } = (await server.as(owner).call(getDeveloperApp, { params: { id: app.id } })).body
    const expected = simulateSandbox(`sandbox-${sandbox?.id}`)
    expect(sandbox).toMatchObject({ ...expected, status: 'live', live: true, app_secret: null })
    expect(sandbox?.url).toBe(`https://sandbox.trestle.localhost/${sandbox?.company_id}/company/home`)
    expect(sandbox?.app_id).toMatch(/^[\w-]{43}$/)
    const [email, ...others] = await server.emails()
    expect(others).toEqual([])
    expect(email).toMatchObject({
      kind: 'sandbox_ready',
      recipient: owner.email,
      subject: 'The sandbox of Site Sync is ready',
    })
    expect(email?.body).toContain('/documentation/first-api-call\n')
    expect(email?.body).toContain(`,\n\nThe sandbox of your app Site Sync is ready:\n\n${sandbox?.url}`)
    expect(await server.audit()).toMatchObject([
      { action: 'app.created' },
      { action: 'sandbox.requested' },
      {
        action: 'sandbox.built',
        app_id: app.id,
        changes: { company_id: [null, sandbox?.company_id], url: [null, sandbox?.url] },
      },
    ])
  },
)

test(
  'the email greets the person who requested the build last, who may not own the app anymore',
  { tags: ['SBX-06'] },
  async () => {
    const server = await startTestServer({ env: { ...slow, SANDBOX_FAILS_FOR: 'Doomed' } })
    const [creator, requester] = [await buildDeveloper(server), await buildDeveloper(server)]
    const staff = server.as(await buildDeveloper(server, { is_admin: true }))
    const { body: app } = await server
      .as(creator)
      .call(createDeveloperApp, { body: { internal_name: 'Doomed app' } })
    await drainRetries(server)
    const params = { id: app.id }
    await staff.call(updateAdminDeveloperApp, {
      params,
      body: { internal_name: 'Fine app', owner_id: requester.id },
    })
    await server.as(requester).call(requestSandbox, { params })
    await staff.call(updateAdminDeveloperApp, { params, body: { owner_id: creator.id } })
    await drainRetries(server)
    const ready = (await server.emails()).filter(({ kind }) => kind === 'sandbox_ready')
    expect(ready.map(({ recipient }) => recipient)).toEqual([requester.email])
    expect(ready[0]?.body).toContain(`Hello ${requester.name},`)
    const page = `${server.services.settings.PUBLIC_URL}/developer_apps/${app.id}`
    for (const link of [page, `${page}/oauth_credentials`, `${page}/versions`]) {
      expect(ready[0]?.body.split('\n')).toContain(link)
    }
  },
)

test(
  'a build that runs twice makes one sandbox and one email',
  { tags: ['SBX-09'], ...repeated },
  async () => {
    const server = await startTestServer({ env: slow })
    const owner = await buildDeveloper(server)
    const { body: app } = await server
      .as(owner)
      .call(createDeveloperApp, { body: { internal_name: 'Twice' } })
    const [job] = await buildJobs(server)
    const build = () => buildSandbox.run(server.services, parsePayload('sandbox.build', job?.payload))
    const [sandbox] = await listSandboxes(server, app.id)
    await race(server, holdRow('sandboxes', Number(sandbox?.id)), [build, build])
    await buildSandbox.run(server.services, parsePayload('sandbox.build', job?.payload))
    server.clock.advance(minuteMs)
    await server.drainJobs()
    expect((await listSandboxes(server, app.id)).map(({ status }) => status)).toEqual(['live'])
    expect(await server.emails()).toHaveLength(1)
    expect((await server.audit()).filter(({ action }) => action === 'sandbox.built')).toHaveLength(1)
  },
)

test(
  'a sandbox whose build ends first is not replaced by a fake one',
  { tags: ['SBX-14'], ...repeated },
  async () => {
    const server = await startTestServer({ env: slow })
    const client = server.as(await buildDeveloper(server))
    const { body: app } = await client.call(createDeveloperApp, { body: { internal_name: 'Built' } })
    const [job] = await buildJobs(server)
    const [sandbox] = await listSandboxes(server, app.id)
    const [, fake] = await raceInOrder(server, holdRow('sandboxes', Number(sandbox?.id)), [
      async () => {
        await buildSandbox.run(server.services, parsePayload('sandbox.build', job?.payload))
        return undefined
      },
      () => client.attempt(generateFakeSandbox, { params: { id: app.id } }),
    ])
    expect(fake?.status).toBe(409)
    const { company_id } = simulateSandbox(`sandbox-${sandbox?.id}`)
    expect(await listSandboxes(server, app.id)).toMatchObject([{ status: 'live', company_id }])
  },
)

test(
  'staff can restart a build of a sandbox service after 30 minutes, three times the usual time',
  { tags: ['AAPP-29', 'ERR-32'] },
  async () => {
    const server = await startTestServer({ env: { SANDBOX_SERVICE_URL: 'https://sandboxes.example.test' } })
    const staff = server.as(await buildDeveloper(server, { is_admin: true }))
    const owner = server.as(await buildDeveloper(server))
    const { body: app } = await owner.call(createDeveloperApp, { body: { internal_name: 'Site Sync' } })
    const params = { id: app.id }
    server.clock.advance(30 * minuteMs - 1000)
    expect((await staff.refusal(requestAdminSandbox, { params })).status).toBe(409)
    server.clock.advance(5000)
    expect((await staff.call(requestAdminSandbox, { params })).status).toBe(201)
  },
)

test('a build for an older request stops when staff request the sandbox again', repeated, async () => {
  const server = await startTestServer({ env: slow })
  const staff = server.as(await buildDeveloper(server, { is_admin: true }))
  const { body: app } = await server
    .as(await buildDeveloper(server))
    .call(createDeveloperApp, { body: { internal_name: 'Overdue' } })
  const [job] = await buildJobs(server)
  const [sandbox] = await listSandboxes(server, app.id)
  server.clock.advance(4 * minuteMs)
  await raceInOrder<unknown>(server, holdRow('sandboxes', Number(sandbox?.id)), [
    () => staff.call(requestAdminSandbox, { params: { id: app.id } }),
    () => buildSandbox.run(server.services, parsePayload('sandbox.build', job?.payload)),
  ])
  expect(await listSandboxes(server, app.id)).toMatchObject([{ status: 'pending' }])
  expect(await server.emails()).toEqual([])
})

test(
  'a build that keeps failing is marked failed, and the owner can request it again',
  { tags: ['SBX-02', 'SBX-13'] },
  async () => {
    const reported: string[] = []
    const server = await startTestServer({
      env: { ...slow, SANDBOX_FAILS_FOR: 'Doomed' },
      watch: { onInternalError: ({ message }) => void reported.push(message) },
    })
    const owner = await buildDeveloper(server)
    const client = server.as(owner)
    const { body: app } = await client.call(createDeveloperApp, { body: { internal_name: 'Doomed app' } })
    await drainRetries(server)
    const status = async () =>
      (await client.call(getDeveloperApp, { params: { id: app.id } })).body.sandbox?.status
    expect(await status()).toBe('failed')
    expect(reported, 'the team was notified, once').toHaveLength(1)
    expect((await server.audit()).at(-1)).toMatchObject({
      action: 'sandbox.failed',
      actor_id: null,
      app_id: app.id,
    })
    const [first] = await buildJobs(server)

    await server.services.db.updateTable('developer_apps').set({ internal_name: 'Fine app' }).execute()
    const again = await client.call(requestSandbox, { params: { id: app.id } })
    expect([again.status, again.body.status]).toEqual([201, 'pending'])
    // The job of the first request runs once more, but must not affect the second request.
    await buildSandbox.giveUp?.(server.services, parsePayload('sandbox.build', first?.payload))
    expect(await status()).toBe('pending')
    server.clock.advance(minuteMs)
    await server.drainJobs()
    expect(await status()).toBe('live')
    expect(await buildJobs(server)).toHaveLength(2)
  },
)

test(
  'of several concurrent requests, one is accepted and the others are refused',
  { tags: ['SBX-16'], ...repeated },
  async () => {
    const server = await startTestServer({ env: slow })
    const app = await buildApp(server, { sandbox: 'none' })
    const client = server.as({ id: app.owner_id })
    const request = () => client.attempt(requestSandbox, { params: { id: app.id } })
    const replies = await race(server, holdRow('developer_apps', app.id), [
      request,
      request,
      request,
      request,
    ])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
    expect(replies.find(({ status }) => status === 409)?.body.message).toBe(
      "The sandbox is being built. We'll email you when it's ready.",
    )
    expect(await listSandboxes(server, app.id)).toHaveLength(1)
    expect(await buildJobs(server)).toHaveLength(1)
    server.clock.advance(minuteMs)
    await server.drainJobs()
    const late = await request()
    expect([late.status, late.body.message]).toEqual([
      409,
      'This app already has a sandbox. An app can have only one.',
    ])
  },
)

test(
  'only the owner can request a sandbox, real or fake',
  { tags: ['API-47', 'API-48', 'SBX-16', 'SBX-17', 'ROLE-11', 'ROLE-14'] },
  async () => {
    const server = await startTestServer()
    const app = await buildApp(server, { sandbox: 'none' })
    const people = [
      [await buildCollaborator(server, app, 'admin'), 403, "Only the app's owner can generate a sandbox."],
      [
        await buildCollaborator(server, app, 'developer'),
        403,
        "Only the app's owner can generate a sandbox.",
      ],
      [await buildCollaborator(server, app, 'user'), 403, "Only the app's owner can generate a sandbox."],
      [await buildDeveloper(server), 404, `App not found. ${mayLackAccess}`],
      [await buildDeveloper(server, { is_admin: true }), 404, `App not found. ${mayLackAccess}`],
      [null, 401, 'Sign in to continue.'],
    ] as const
    for (const [person, status, message] of people) {
      for (const path of ['sandbox_requests', 'fake_sandbox']) {
        const reply = await server.as(person).post(`/api/v1/developer_apps/${app.id}/${path}`)
        expect([reply.status, reply.body.message]).toEqual([status, message])
      }
    }
    expect(await listSandboxes(server, app.id)).toEqual([])
  },
)

test.each(['none', 'pending', 'failed'] as const)(
  'a fake sandbox replaces one that is %s and is live immediately',
  { tags: ['SBX-14', 'SBX-15'] },
  async (before) => {
    const server = await startTestServer()
    const app = await buildApp(server, { sandbox: before })
    const client = server.as({ id: app.owner_id })
    const reply = await client.call(generateFakeSandbox, { params: { id: app.id } })
    expect([reply.status, reply.body.status, reply.body.live]).toEqual([201, 'live', true])
    expect(reply.body.url).toContain(`/${reply.body.company_id}/`)
    expect(await listSandboxes(server, app.id)).toHaveLength(1)
    expect((await client.refusal(generateFakeSandbox, { params: { id: app.id } })).status).toBe(409)
    expect(await server.audit()).toMatchObject([
      {
        action: 'sandbox.faked',
        changes: {
          status: [before === 'none' ? null : before, 'live'],
          company_id: [null, reply.body.company_id],
        },
      },
    ])
  },
)

test('of two concurrent requests for a fake sandbox, one is refused', repeated, async () => {
  const server = await startTestServer()
  const app = await buildApp(server, { sandbox: 'none' })
  const client = server.as({ id: app.owner_id })
  const generate = () => client.attempt(generateFakeSandbox, { params: { id: app.id } })
  const replies = await race(server, holdRow('developer_apps', app.id), [generate, generate])
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
})

test('a running build stops when a fake sandbox exists', { tags: ['SBX-15'] }, async () => {
  const server = await startTestServer({ env: slow })
  const owner = await buildDeveloper(server)
  const { body: app } = await server
    .as(owner)
    .call(createDeveloperApp, { body: { internal_name: 'Impatient' } })
  const fake = await server.as(owner).call(generateFakeSandbox, { params: { id: app.id } })
  server.clock.advance(minuteMs)
  await server.drainJobs()
  expect((await listSandboxes(server, app.id))[0]?.company_id).toBe(fake.body.company_id)
  expect(await server.emails()).toEqual([])
})

test('without FAKE_SANDBOX there is no fake sandbox', { tags: ['SBX-14'] }, async () => {
  const server = await startTestServer({ env: { FAKE_SANDBOX: 'false' } })
  const app = await buildApp(server, { sandbox: 'failed' })
  const reply = await server.as({ id: app.owner_id }).refusal(generateFakeSandbox, { params: { id: app.id } })
  expect([reply.status, reply.body.message]).toEqual([403, "This server doesn't offer fake sandboxes."])
})

test('in government cloud every sandbox call answers 404', { tags: ['SBX-23', 'SHELL-14'] }, async () => {
  const server = await startTestServer({ env: { GOV_CLOUD: 'true' } })
  const app = await buildApp(server)
  const [row] = await listSandboxes(server, app.id)
  const client = server.as({ id: app.owner_id })
  const replies = [
    await client.refusal(requestSandbox, { params: { id: app.id } }),
    await client.refusal(generateFakeSandbox, { params: { id: app.id } }),
    await client.refusal(updateSandbox, {
      params: { id: row?.id ?? 0 },
      body: { redirect_uri: 'https://a.example' },
    }),
  ]
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404])
  expect((await client.call(getDeveloperApp, { params: { id: app.id } })).body.sandbox).toBeNull()
})

test('the sandbox of an app that has been deleted is not built', async () => {
  const server = await startTestServer({ env: slow })
  const owner = await buildDeveloper(server)
  const { body: app } = await server.as(owner).call(createDeveloperApp, { body: { internal_name: 'Gone' } })
  await server.services.db.updateTable('developer_apps').set({ deleted_at: new Date() }).execute()
  server.clock.advance(minuteMs)
  await server.drainJobs()
  expect((await listSandboxes(server, app.id))[0]?.status).toBe('pending')
  expect(await server.emails()).toEqual([])
})
