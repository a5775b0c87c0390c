import { setTimeout as pause } from 'node:timers/promises'
import { getDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { requestSandbox } from '@trestle/domain/sandboxes/contract.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildApp, buildDeveloper } from '../testing/build.ts'
import { startTestServer } from '../testing/server.ts'
import type { SandboxService } from './sandboxes/service.ts'
import { simulateSandbox } from './sandboxes/simulator.ts'

test('is not ready while stopping, but finishes its running job and answers meanwhile', async () => {
  const pending: (() => void)[] = []
  const sandboxService: SandboxService = {
    build: ({ key }) => new Promise((resolve) => pending.push(() => resolve(simulateSandbox(key)))),
  }
  const server = await startTestServer({ dependencies: { sandboxService } })
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
    const asking = fetch(`${address}/api/v1/developer_apps`, {
      headers: { cookie: 'trestle_session=unknown' },
    })
    ends.push(asking.then(({ status }) => (isAnswered = status === 401)))
    await expect.poll(() => isRequested).toBe(true)
    ends.push(server.leave())
    await pause(100)
    expect(isAnswered).toBe(false)
  })
  await Promise.all(ends)
  expect(isAnswered).toBe(true)
})
