import { createDeveloperApp, listDeveloperApps } from '@trestle/domain/apps/contract.ts'
import { getSession } from '@trestle/domain/accounts/contract.ts'
import { hourMs } from '@trestle/domain/time/durations.ts'
import { expect, test } from 'vitest'
import { buildApp, buildDeveloper } from '../../testing/build.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { routes } from '../routes.ts'

test('during maintenance everything can be read, and no call changes anything', async () => {
  const server = await startTestServer({ env: { READ_ONLY: 'true' } })
  const owner = await buildDeveloper(server)
  await buildApp(server, { owner_id: owner.id })
  const client = server.as(owner)
  expect((await client.call(listDeveloperApps)).body).toHaveLength(1)
  expect((await client.call(getSession)).body.flags.read_only).toBe(true)
  const refused = await client.refusal(createDeveloperApp, { body: { internal_name: 'Too early' } })
  expect([refused.status, refused.body.message]).toEqual([
    503,
    'Maintenance is in progress. You can read everything, but nothing can be changed. Try again later.',
  ])
  const changes = routes.filter(({ endpoint }) => endpoint.method !== 'GET')
  expect(changes.length).toBeGreaterThan(50)
  for (const { endpoint } of changes) {
    const url = endpoint.path.replaceAll(/:\w+/g, '1')
    const { status } = await client.send({ method: endpoint.method, url })
    expect([endpoint.operationId, status]).toEqual([endpoint.operationId, 503])
  }
  server.clock.advance(hourMs)
  const seen = () => server.services.db.selectFrom('sessions').select('last_seen_at').execute()
  const before = await seen()
  await client.call(listDeveloperApps)
  expect(await seen()).toEqual(before)
  expect(await server.audit()).toEqual([])
})

test('without maintenance the same call succeeds', async () => {
  const server = await startTestServer()
  const client = server.as(await buildDeveloper(server))
  expect((await client.call(getSession)).body.flags.read_only).toBe(false)
  await client.call(createDeveloperApp, { body: { internal_name: 'In time' } })
  expect((await server.audit()).length).toBeGreaterThan(0)
})

test('during maintenance no job is enqueued or runs', async () => {
  const paused = await startTestServer({ env: { READ_ONLY: 'true' }, pollJobs: true })
  const working = await startTestServer({ pollJobs: true })
  const states = ({ services }: TestServer) =>
    services.db
      .selectFrom('jobs')
      .select('state')
      .execute()
      .then((jobs) => jobs.map(({ state }) => state))
  await expect.poll(() => states(working)).toContain('done')
  expect(await states(paused)).toEqual([])
})
