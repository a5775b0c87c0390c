import { setTimeout as pause } from 'node:timers/promises'
import { getDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { requestSandbox } from '@trestle/domain/sandboxes/contract.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildApp, buildDeveloper } from '../testing/build.ts'
import { engine } from '../testing/database.ts'
import { startTestServer } from '../testing/server.ts'
import { enqueue } from './jobs/enqueue.ts'
import { buildServer } from './server.ts'
import type { SandboxService } from './sandboxes/service.ts'
import { simulateSandbox } from './sandboxes/simulator.ts'

/** Processes with separate roles share a database on a server. The test server has one already. */
const DATABASE_URL = 'postgres://database'

test('is not ready while stopping, but finishes its running job and still responds', async () => {
  const pending: (() => void)[] = []
  const sandboxService: SandboxService = {
    build: ({ key }) => new Promise((resolve) => pending.push(() => resolve(simulateSandbox(key)))),
  }
  const server = await startTestServer({ dependencies: { sandboxService }, env: { DRAIN_SECONDS: '1' } })
  const owner = await buildDeveloper(server)
  const client = server.as(owner)
  const app = await buildApp(server, { owner_id: owner.id, sandbox: 'none' })
  await client.call(requestSandbox, { params: { id: app.id } })
  const draining = server.drainJobs()
  await expect.poll(() => pending.length).toBe(1)

  expect((await server.app.inject('/readyz')).statusCode).toBe(200)
  const closing = server.leave()
  const readyz = await server.app.inject('/readyz')
  expect([readyz.statusCode, readyz.json()]).toEqual([503, { status: 'stopping' }])
  expect((await client.call(getDeveloperApp, { params: { id: app.id } })).body.sandbox?.status).toBe(
    'pending',
  )

  pending[0]?.()
  await Promise.all([closing, draining])
  const { status } = await server.services.db
    .selectFrom('sandboxes')
    .select('status')
    .executeTakeFirstOrThrow()
  expect(status).toBe('live')
})

/** Sends a request whose first step is to look up its session. */
const askForApps = (address: string) =>
  fetch(`${address}/api/v1/developer_apps`, { headers: { cookie: 'trestle_session=unknown' } })

test('finishes the current request while stopping', async () => {
  const server = await startTestServer()
  let isRequested = false
  server.app.server.on('request', () => (isRequested = true))
  const address = await server.app.listen({ port: 0 })
  const ends: Promise<unknown>[] = []
  let isAnswered = false
  await server.services.db.transaction().execute(async (tx) => {
    // The session lookup has to wait until the transaction ends.
    await sql`lock table sessions in access exclusive mode`.execute(tx)
    ends.push(askForApps(address).then(({ status }) => (isAnswered = status === 401)))
    await expect.poll(() => isRequested).toBe(true)
    ends.push(server.leave())
    await pause(100)
    expect(isAnswered).toBe(false)
  })
  await Promise.all(ends)
  expect(isAnswered).toBe(true)
})

test('gives a load balancer DRAIN_SECONDS to notice before it refuses connections', async () => {
  const server = await startTestServer({ env: { DRAIN_SECONDS: '1' } })
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const started = performance.now()
  const closing = server.leave()
  const readyz = await fetch(`${address}/readyz`)
  expect([readyz.status, await readyz.json()]).toEqual([503, { status: 'stopping' }])
  const answer = await fetch(`${address}/api/v1/session`)
  // Without this header a client would send its next request on a connection that is about to close.
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  await closing
  expect(performance.now() - started).toBeGreaterThan(990)
  await expect(fetch(`${address}/readyz`)).rejects.toThrow('fetch failed')
})

test('drains a process that only issues tokens, too', async () => {
  const server = await startTestServer({ env: { ROLES: 'oauth', DATABASE_URL, DRAIN_SECONDS: '1' } })
  const started = performance.now()
  await server.leave()
  expect(performance.now() - started).toBeGreaterThan(990)
})

test('claims no more jobs while it drains', async () => {
  const server = await startTestServer({ pollJobs: true, env: { DRAIN_SECONDS: '1' } })
  const { db, now } = server.services
  const closing = server.leave()
  await db
    .transaction()
    .execute((tx) => enqueue(tx, now(), { kind: 'file.delete', key: 'f00', payload: { key: 'f00' } }))
  server.jobs.wake()
  await closing
  const job = await db.selectFrom('jobs').select('state').where('key', '=', 'f00').executeTakeFirstOrThrow()
  expect(job.state).toBe('waiting')
})

test.runIf(engine === 'server')('gives requests and jobs SHUTDOWN_SECONDS to finish', async () => {
  const sandboxService: SandboxService = { build: () => new Promise(() => undefined) }
  const server = await startTestServer({
    pollJobs: true,
    dependencies: { sandboxService },
    env: { SHUTDOWN_SECONDS: '1' },
  })
  const { db } = server.services
  const owner = await buildDeveloper(server)
  const app = await buildApp(server, { owner_id: owner.id, sandbox: 'none' })
  await server.as(owner).call(requestSandbox, { params: { id: app.id } })
  const readState = async () =>
    (await db.selectFrom('jobs').select('state').where('kind', '=', 'sandbox.build').executeTakeFirst())
      ?.state
  await expect.poll(readState).toBe('running')
  let isRequested = false
  server.app.server.on('request', () => (isRequested = true))
  const address = await server.app.listen({ port: 0 })
  await db.transaction().execute(async (tx) => {
    await sql`lock table sessions in access exclusive mode`.execute(tx)
    const ends: string[] = []
    const cut = askForApps(address).catch(() => ends.push('cut off'))
    await expect.poll(() => isRequested).toBe(true)
    const started = performance.now()
    const closing = server.leave()
    await pause(500)
    expect([await readState(), ends]).toEqual(['running', []])
    await Promise.all([closing, cut])
    expect([await readState(), ends]).toEqual(['waiting', ['cut off']])
    expect(performance.now() - started).toBeGreaterThan(990)
  })
})

test('only answers probes in a process without the role web', async () => {
  const [web, jobs] = await Promise.all(
    ['web', 'jobs'].map((ROLES) =>
      startTestServer({
        env: {
          ROLES,
          DATABASE_URL,
          ...(ROLES === 'jobs' && { DRAIN_SECONDS: '600' }),
        },
      }),
    ),
  )
  const statuses = async (server = jobs) =>
    Promise.all(
      ['/healthz', '/readyz', '/api/v1/session'].map(
        async (url) => (await server?.app.inject(url))?.statusCode,
      ),
    )
  expect(await statuses()).toEqual([200, 200, 404])
  expect(await statuses(web)).toEqual([200, 200, 200])
  // No load balancer sends requests to it, so it doesn't wait for one.
  await jobs?.leave()
})

test.each([
  ['web', 'waiting'],
  ['jobs', 'done'],
  ['web,jobs', 'done'],
])('leaves a due job in a process with the roles %s %s', async (ROLES, state) => {
  const { services, database } = await startTestServer()
  const settings = { ...services.settings, ROLES: ROLES.split(',') as ('web' | 'jobs')[] }
  const { db, now } = services
  await db
    .transaction()
    .execute((tx) => enqueue(tx, now(), { kind: 'file.delete', key: 'f00', payload: { key: 'f00' } }))
  const trestle = await buildServer({ db, settings, ...database })
  trestle.jobs.wake()
  await trestle.close()
  const job = await db.selectFrom('jobs').select('state').where('key', '=', 'f00').executeTakeFirstOrThrow()
  expect(job.state).toBe(state)
})
