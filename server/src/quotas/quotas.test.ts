import { deleteDeveloperApp } from '@trestle/domain/apps/contract.ts'
import type { BucketTemplate, Preview } from '@trestle/domain/quotas/contract.ts'
import {
  createBucket,
  listBuckets,
  deleteBucket,
  listBucketChanges,
  revertBucketChange,
  updateBucket,
  listQuotaServers,
  previewBucket,
} from '@trestle/domain/quotas/contract.ts'
import { dayMs, hourMs } from '@trestle/domain/time/durations.ts'
import { expect, test } from 'vitest'
import { buildApp, buildDeveloper } from '../../testing/build.ts'
import { startService } from '../../testing/platform.ts'
import { holdRow, race, startTogether } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const server1 = 'Production_US01'
const server2 = 'Production_UK01'
const base = '/api/v1/admin/quota_minder_servers'

const main: BucketTemplate = {
  name: 'main',
  fill_type: 'count',
  interval_ms: 3_600_000,
  limit: 7200,
  server: server1,
}
const spike: BucketTemplate = {
  name: 'spike',
  fill_type: 'count',
  interval_ms: 10_000,
  limit: 100,
  server: server1,
}

const newBucket = (domain: string, overrides: object = {}) => ({
  name: 'Nightly export',
  client_id: '*',
  domain,
  bucket_templates: [main, spike],
  reason: 'Agreed with the partner',
  ...overrides,
})

const on = (server: BucketTemplate['server'], ...templates: BucketTemplate[]): BucketTemplate[] =>
  templates.map((template) => ({ ...template, server }))

async function openQuotas() {
  const server = await startTestServer()
  const app = await buildApp(server, { internal_name: 'Site Sync' })
  const admin = await buildDeveloper(server, { is_admin: true, first_name: 'Ada', last_name: 'Byron' })
  const { check } = await startService(server)
  const client = server.as(admin)
  const add = (overrides: object = {}, name = server1) =>
    client.post(`${base}/${name}/buckets`, newBucket(app.uid, overrides))
  const ask = (overrides: object = {}) =>
    check({
      server: server1,
      domain: app.uid,
      occurred_at: server.services.now().toISOString(),
      ...overrides,
    })
  return { server, app, admin, client, check, add, ask }
}

/** Moves the test's clock into the first second of a 10-second window. */
function startWindow(server: TestServer): void {
  const now = server.services.now().getTime()
  server.clock.advance(10_000 - (now % 10_000) + 50)
}

test(
  'a bucket can be added to a server, listed with its fields, changed and deleted',
  { tags: ['API-18', 'API-19', 'API-20', 'API-21', 'API-22', 'RATE-06', 'RATE-08'] },
  async () => {
    const { server, app, client, add } = await openQuotas()
    const added = await add()
    expect([added.status, added.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        server: server1,
        name: 'Nightly export',
        client_id: '*',
        domain: app.uid,
        app: { id: app.id, internal_name: 'Site Sync' },
        ids: { [server1]: added.body.id },
        bucket_templates: [main, spike],
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ])
    expect((await client.call(listBuckets, { params: { server: server1 } })).body).toEqual([added.body])
    const templates = on(server1, { ...spike, fill_type: 'quota', limit: 40 })
    server.clock.advance(1000)
    const changed = await client.call(updateBucket, {
      params: { server: server1, id: added.body.id },
      body: { name: 'Slower', bucket_templates: templates, reason: 'Overload' },
    })
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { name: 'Slower', bucket_templates: templates },
    ])
    const gone = await client.call(deleteBucket, {
      params: { server: server1, id: added.body.id },
      query: { reason: 'Over' },
    })
    expect([gone.status, gone.body]).toEqual([204, undefined])
    expect((await client.call(listBuckets, { params: { server: server1 } })).body).toEqual([])
    expect(
      (await server.audit()).map(({ action }) => action).filter((action) => action.startsWith('quota')),
    ).toEqual(['quota_bucket.created', 'quota_bucket.updated', 'quota_bucket.deleted'])
  },
)

test(
  'the bucket endpoints accept the specified bodies, and the history says that no reason was given',
  { tags: ['API-19', 'API-20', 'API-21'] },
  async () => {
    const { app, client } = await openQuotas()
    const bucket = {
      name: 'Nightly export',
      client_id: '*',
      domain: app.uid,
      bucket_templates: [main, spike],
    }
    const added = await client.call(createBucket, {
      params: { server: server1 },
      body: { ...bucket, ids: {} },
    })
    const { id, ids } = added.body
    const changed = await client.call(updateBucket, {
      params: { server: server1, id },
      body: { ...bucket, name: 'Slower', ids },
    })
    expect([changed.status, changed.body.name]).toEqual([200, 'Slower'])
    expect((await client.call(deleteBucket, { params: { server: server1, id } })).status).toBe(204)
    const changes = async () => (await client.call(listBucketChanges, { params: { server: server1 } })).body
    const [deleted] = await changes()
    const reverted = await client.call(revertBucketChange, {
      params: { server: server1, id: deleted?.id ?? 0 },
      body: {},
    })
    expect(reverted.status).toBe(201)
    expect(
      (
        await client.call(updateBucket, {
          params: { server: server1, id },
          body: { name: 'Blank', reason: ' ' },
        })
      ).status,
    ).toBe(200)
    expect((await changes()).map(({ reason }: { reason: string }) => reason)).toEqual(
      Array.from({ length: 5 }, () => 'No reason given'),
    )
  },
)

test('a bucket for a sandbox ID also names its app, in the list and in the preview', async () => {
  const { server, app, client, add, ask } = await openQuotas()
  const { app_id: domain } = await server.services.db
    .selectFrom('sandboxes')
    .select('app_id')
    .where('developer_app_id', '=', app.id)
    .$narrowType<{ app_id: string }>()
    .executeTakeFirstOrThrow()
  const integrator = 'Integrator_Sandbox'
  const added = await add({ domain, bucket_templates: on(integrator, spike) }, integrator)
  expect([added.status, added.body.app]).toEqual([201, { id: app.id, internal_name: 'Site Sync' }])
  await ask({ server: integrator, domain })
  await ask({ server: integrator, domain })
  const preview = await client.call(previewBucket, {
    params: { server: integrator },
    body: { id: added.body.id, domain, bucket_templates: on(integrator, { ...spike, limit: 1 }) },
  })
  expect(preview.body.hours).toMatchObject([{ domain, app_name: 'Site Sync', throttled_then: 1 }])
})

test(
  'a bucket lists its IDs on all servers, each from its own request',
  { tags: ['RATE-06', 'RATE-18'] },
  async () => {
    const { client, add } = await openQuotas()
    const first = (await add()).body
    const bucket_templates = on(server2, spike)
    // A save of the first bucket on the other server must not change the limits of another client or app.
    await add({ bucket_templates, client_id: '7001' }, server2)
    await add({ bucket_templates, domain: 'another-app' }, server2)
    const second = (await add({ bucket_templates }, server2)).body
    expect(second.ids).toEqual({ [server1]: first.id, [server2]: second.id })
    const [listed] = (await client.call(listBuckets, { params: { server: server1 } })).body
    expect(listed).toMatchObject({ id: first.id, ids: second.ids, bucket_templates: [main, spike] })
    const astray = await add({ name: 'B', bucket_templates: [main, ...on(server2, spike)] })
    const message = 'This template is for Production_UK01, not for Production_US01'
    expect([astray.status, astray.body.message, astray.body.fields]).toEqual([
      422,
      message,
      { 'bucket_templates.1.server': [message] },
    ])
  },
)

test(
  'the client ID defaults to *, and an app and client have one bucket per server',
  { tags: ['RATE-07'] },
  async () => {
    const { add } = await openQuotas()
    expect((await add({ client_id: undefined })).body.client_id).toBe('*')
    const again = await add({ name: 'Again' })
    expect([again.status, again.body.message]).toEqual([
      409,
      'Production_US01 already has a bucket of this app for client *. Edit that one.',
    ])
    expect((await add({ client_id: '7001' })).status).toBe(201)
  },
)

test.each([
  ['an unknown template name', { bucket_templates: [{ ...main, name: 'burst' }] }, 'bucket_templates.0.name'],
  [
    'an unknown fill type',
    { bucket_templates: [{ ...main, fill_type: 'leak' }] },
    'bucket_templates.0.fill_type',
  ],
  [
    'an interval with a fraction of a second',
    { bucket_templates: [{ ...main, interval_ms: 1500 }] },
    'bucket_templates.0.interval_ms',
  ],
  [
    'an interval of more than a day',
    { bucket_templates: [{ ...main, interval_ms: 86_401_000 }] },
    'bucket_templates.0.interval_ms',
  ],
  ['a limit of 0', { bucket_templates: [{ ...main, limit: 0 }] }, 'bucket_templates.0.limit'],
  ['no template', { bucket_templates: [] }, 'bucket_templates'],
  ['eleven templates', { bucket_templates: Array.from({ length: 11 }, () => spike) }, 'bucket_templates'],
  ['no name', { name: ' ' }, 'name'],
  ['a reason of more than 500 characters', { reason: 'r'.repeat(501) }, 'reason'],
  ['no app', { domain: undefined }, 'domain'],
])('refuses a bucket with %s', { tags: ['RATE-08'] }, async (_, fault, field) => {
  const { client, add } = await openQuotas()
  const answer = await add(fault)
  expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, [field]])
  expect((await client.call(listBuckets, { params: { server: server1 } })).body).toEqual([])
})

test('a portal knows only the servers of its deployment', { tags: ['RATE-09', 'RATE-10'] }, async () => {
  const servers = async (DEPLOYMENT: string, GOV_CLOUD = 'false') => {
    const server = await startTestServer({ env: { DEPLOYMENT, GOV_CLOUD } })
    const client = server.as(await buildDeveloper(server, { is_admin: true }))
    const { body } = await client.call(listQuotaServers)
    const statuses = await Promise.all(
      ['Staging', 'Integrator_Sandbox'].map(
        async (name) => (await client.attempt(listBuckets, { params: { server: name } })).status,
      ),
    )
    return [body.map(({ name }: { name: string }) => name), statuses]
  }
  expect(await servers('qa')).toEqual([['Staging'], [200, 404]])
  const production = ['Production_US01', 'Production_US02', 'Production_UK01']
  expect(await servers('standard', 'true')).toEqual([production, [404, 404]])
  expect(await servers('standard')).toEqual([
    [...production, 'Monthly_Sandbox_US01', 'Monthly_Sandbox_US02', 'Integrator_Sandbox'],
    [404, 200],
  ])
})

test('endpoints that name an unknown server answer 404', async () => {
  const server = await startTestServer()
  const client = server.as(await buildDeveloper(server, { is_admin: true }))
  for (const name of ['Staging', 'Nonsense']) {
    const answers = await Promise.all([
      client.refusal(listBuckets, { params: { server: name } }),
      client.refusal(listBucketChanges, { params: { server: name } }),
      client.refusal(updateBucket, { params: { server: name, id: 1 }, body: { name: 'Batch' } }),
      client.refusal(deleteBucket, { params: { server: name, id: 1 } }),
      client.refusal(previewBucket, {
        params: { server: name },
        body: { client_id: '*', domain: 'app-1', bucket_templates: null },
      }),
      client.refusal(revertBucketChange, { params: { server: name, id: 1 }, body: {} }),
    ])
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual(
      answers.map(() => [404, 'Server not found.']),
    )
  }
})

test('refuses a save based on an outdated bucket and returns the newer one', async () => {
  const { server, client, add } = await openQuotas()
  const { id, updated_at } = (await add()).body
  server.clock.advance(1000)
  const save = (name: string) =>
    client.attempt(updateBucket, {
      params: { server: server1, id },
      body: { name, reason: 'R', if_unchanged_since: updated_at },
    })
  expect((await save('First')).status).toBe(200)
  const late = await save('Second')
  expect([late.status, late.body.current?.name]).toEqual([409, 'First'])
  expect(
    (
      await client.refusal(deleteBucket, {
        params: { server: server1, id },
        query: { reason: 'R', if_unchanged_since: updated_at },
      })
    ).status,
  ).toBe(409)
})

test('of two saves of the same bucket at the same time, one is refused', repeated, async () => {
  const { server, client, add } = await openQuotas()
  const { id, updated_at } = (await add()).body
  server.clock.advance(1000)
  const save = (name: string) => () =>
    client.attempt(updateBucket, {
      params: { server: server1, id },
      body: { name, reason: 'R', if_unchanged_since: updated_at },
    })
  const replies = await race(server, holdRow('quota_buckets', id), [save('One'), save('Two')])
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('without a bucket the default limits apply: 100 calls in 10 seconds', async () => {
  const { server, ask } = await openQuotas()
  startWindow(server)
  const first = await ask()
  expect([first.status, first.body]).toMatchObject([
    200,
    { allowed: true, limit: 100, remaining: 99, retry_after: null, bucket_id: null },
  ])
  expect(first.body.windows).toMatchObject([
    { name: 'main', limit: 7200, remaining: 7199 },
    { name: 'spike', limit: 100, remaining: 99 },
  ])
  const second = Math.floor(server.services.now().getTime() / 1000)
  expect(first.body.reset).toBe((Math.floor(second / 10) + 1) * 10)
})

test('a bucket applies from the next call on, per client of the app, and refused calls do not count', async () => {
  const { server, add, ask } = await openQuotas()
  startWindow(server)
  const bucket = (
    await add({
      bucket_templates: [
        { ...main, limit: 5 },
        { ...spike, limit: 2 },
      ],
    })
  ).body
  const allowed = async (overrides: object = {}) => (await ask(overrides)).body.allowed
  expect([await allowed(), await allowed(), await allowed()]).toEqual([true, true, false])
  expect([await allowed({ client_id: '7001' }), await allowed({ server: server2 })]).toEqual([true, true])
  const refused = (await ask()).body
  expect(refused).toMatchObject({ allowed: false, limit: 2, remaining: 0, bucket_id: bucket.id })
  expect(refused.retry_after).toBeGreaterThan(0)
  expect(refused.windows[0].remaining).toBe(3)
  server.clock.advance(refused.retry_after * 1000)
  expect(await allowed()).toBe(true)
})

test('the buckets of a server are listed by name, in upper or lower case', async () => {
  const { client, add } = await openQuotas()
  for (const name of ['beams', 'Cranes', 'Anchors']) await add({ name, client_id: name.toLowerCase() })
  const { body } = await client.call(listBuckets, { params: { server: server1 } })
  expect(body.map(({ name }) => name)).toEqual(['Anchors', 'beams', 'Cranes'])
})

test('a deleted bucket no longer applies, and the other servers no longer name it', async () => {
  const { client, add, ask } = await openQuotas()
  const { id } = (await add({ bucket_templates: [{ ...spike, limit: 1 }] })).body
  const { body: other } = await add({ bucket_templates: on(server2, main) }, server2)
  await client.call(deleteBucket, { params: { server: server1, id }, query: { reason: 'R' } })
  expect((await ask()).body).toMatchObject({ limit: 100, bucket_id: null })
  const { body } = await client.call(listBuckets, { params: { server: server2 } })
  expect(body.map(({ ids }) => ids)).toEqual([{ [server2]: other.id }])
  const servers = (await client.call(listQuotaServers)).body
  expect(servers).toContainEqual({ name: server1, buckets: 0 })
  expect(servers).toContainEqual({ name: server2, buckets: 1 })
})

test('a bucket stays when its app is deleted, and no longer names it', async () => {
  const { server, app, client, add, ask } = await openQuotas()
  await add()
  // Both calls are in the same window, however long the deletion takes.
  const occurred_at = server.services.now().toISOString()
  await ask({ occurred_at })
  await server.as({ id: app.owner_id }).call(deleteDeveloperApp, { params: { id: app.id } })
  const params = { server: server1 } as const
  expect((await client.call(listBuckets, { params })).body).toMatchObject([{ domain: app.uid, app: null }])
  const change = { domain: app.uid, bucket_templates: [{ ...spike, limit: 1 }] }
  await ask({ occurred_at })
  const { body } = await client.call(previewBucket, { params, body: change })
  expect(body.hours).toMatchObject([{ domain: app.uid, app_name: null, calls: 2 }])
})

test('an allowance refills continuously', async () => {
  const { server, add, ask } = await openQuotas()
  await add({ bucket_templates: [{ ...spike, fill_type: 'quota', limit: 2 }] })
  startWindow(server)
  const answers = [await ask(), await ask(), await ask()]
  expect(answers.map(({ body }) => [body.allowed, body.retry_after])).toEqual([
    [true, null],
    [true, null],
    [false, 5],
  ])
  server.clock.advance(5000)
  expect((await ask()).body).toMatchObject({ allowed: true, remaining: 0 })
})

test('counts a check ID once and repeats its answer, but refuses it for another call', async () => {
  const { server, app, ask } = await openQuotas()
  const occurred_at = server.services.now().toISOString()
  const again = { check_id: 'gate-1', occurred_at }
  const first = (await ask(again)).body
  expect((await ask(again)).body).toEqual(first)
  const next = (await ask({ occurred_at })).body
  expect(next.remaining).toBe(first.remaining - 1)
  expect((await ask({ ...again, domain: `${app.uid}x` })).status).toBe(409)
  expect((await ask({ ...again, client_id: 'company-7' })).status).toBe(409)
  expect((await ask({ ...again, server: server2 })).status).toBe(409)
  const late = new Date(Date.parse(occurred_at) - 1000).toISOString()
  expect((await ask({ check_id: 'gate-1', occurred_at: late })).status).toBe(409)
})

test('counts twenty concurrent retries of one check only once', async () => {
  const { server, ask } = await openQuotas()
  startWindow(server)
  const again = { check_id: 'gate-1', occurred_at: server.services.now().toISOString() }
  const answers = await startTogether(
    server,
    Array.from({ length: 20 }, () => () => ask(again)),
  )
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect((await ask()).body.remaining).toBe(98)
})

test('counts every one of several checks that read the same usage', repeated, async () => {
  const { server, ask } = await openQuotas()
  startWindow(server)
  expect((await ask()).body.remaining).toBe(99)
  const { id } = await server.services.db.selectFrom('quota_counters').select('id').executeTakeFirstOrThrow()
  const answers = await race(
    server,
    holdRow('quota_counters', id),
    Array.from({ length: 4 }, () => () => ask()),
  )
  expect(answers.map(({ body }) => body.remaining as number).toSorted((a, b) => a - b)).toEqual([
    95, 96, 97, 98,
  ])
})

test(
  'gives concurrent retries of a refused check the same reply, and counts them once',
  repeated,
  async () => {
    const { server, add, ask } = await openQuotas()
    startWindow(server)
    await add({ bucket_templates: [{ ...spike, name: 'main', limit: 1 }] })
    expect((await ask()).body.allowed).toBe(true)
    const { id } = await server.services.db
      .selectFrom('quota_counters')
      .select('id')
      .executeTakeFirstOrThrow()
    const again = { check_id: 'gate-1', occurred_at: server.services.now().toISOString() }
    const answers = await race(
      server,
      holdRow('quota_counters', id),
      Array.from({ length: 4 }, () => () => ask(again)),
    )
    expect(answers.map(({ status, body }) => [status, body.allowed])).toEqual(
      Array.from({ length: 4 }, () => [200, false]),
    )
    const stored = await server.services.db
      .selectFrom('quota_checks')
      .select(['allowed', 'refused'])
      .executeTakeFirstOrThrow()
    expect(stored).toEqual({ allowed: 1, refused: 1 })
  },
)

test('counts a late call in the newest second and refuses a time that is far off', async () => {
  const { server, add, ask } = await openQuotas()
  startWindow(server)
  await add({ bucket_templates: [{ ...spike, limit: 1 }] })
  const inMs = (ms: number) => new Date(server.services.now().getTime() + ms).toISOString()
  expect((await ask()).body.allowed).toBe(true)
  expect((await ask({ occurred_at: inMs(-20_000) })).body.allowed).toBe(false)
  const [future, past] = [
    await ask({ occurred_at: inMs(30_000) }),
    await ask({ occurred_at: inMs(-360_000) }),
  ]
  const ahead = 'This time is more than 10 seconds ahead'
  expect([future.status, future.body]).toMatchObject([
    422,
    { message: ahead, fields: { occurred_at: [ahead] } },
  ])
  const late = 'This time is more than 5 minutes ago'
  expect([past.status, past.body]).toMatchObject([422, { message: late, fields: { occurred_at: [late] } }])
  const unknown = await ask({ server: 'Staging' })
  const foreign = 'This portal does not manage limits for this server'
  expect([unknown.status, unknown.body]).toMatchObject([
    422,
    { message: foreign, fields: { server: [foreign] } },
  ])
})

/** Sends one call after another, each in its own second. */
async function callFor(seconds: number, { server, ask }: Awaited<ReturnType<typeof openQuotas>>) {
  for (let second = 0; second < seconds; second += 1) {
    await ask()
    // To the next whole second, so that a slow machine doesn't move the last calls into another window.
    server.clock.advance(1050 - (server.services.now().getTime() % 1000))
  }
}

test('a preview counts what a change would have throttled in the last 24 hours, and changes nothing', async () => {
  const world = await openQuotas()
  const { server, app, admin, client } = world
  startWindow(server)
  await callFor(20, world)
  const preview = async (limit: number | null, overrides: object = {}): Promise<Preview> => {
    const bucket_templates = limit === null ? null : [{ ...spike, limit }]
    const body = { domain: app.uid, client_id: '*', bucket_templates, ...overrides }
    // The sessions of staff end within the day that passes below.
    return (await server.asAgain(admin).call(previewBucket, { params: { server: server1 }, body })).body
  }
  expect(await preview(10)).toMatchObject({ calls: 20, throttled_now: 0, throttled_then: 0, hours: [] })
  const tight = await preview(4)
  expect(tight).toMatchObject({ calls: 20, throttled_then: 12, bucket: null, clients: 1, total_clients: 1 })
  expect(tight.hours.reduce((sum, hour) => sum + hour.throttled_then, 0)).toBe(12)
  expect(tight.hours[0]).toMatchObject({ domain: app.uid, app_name: 'Site Sync', client: '*' })
  expect((await client.call(listBuckets, { params: { server: server1 } })).body).toEqual([])
  const bucket = (await world.add({ bucket_templates: [{ ...spike, limit: 4 }] })).body
  expect(await preview(7)).toMatchObject({ throttled_now: 12, throttled_then: 6, bucket: { id: bucket.id } })
  expect((await preview(7, { client_id: '7001' })).bucket).toBeNull()
  expect(await preview(null, { id: bucket.id })).toMatchObject({ throttled_now: 12, throttled_then: 0 })
  const elsewhere = await preview(1, { id: bucket.id, domain: 'another-app' })
  const counts = { calls: 20, throttled_now: 12, throttled_then: 0 }
  expect(elsewhere).toMatchObject({ ...counts, bucket: { id: bucket.id } })
  server.clock.advance(dayMs)
  expect(await preview(1)).toMatchObject({ calls: 0, throttled_now: 0, throttled_then: 0 })
})

test('the preview of an unchanged bucket returns the number of refused calls', async () => {
  const world = await openQuotas()
  const { server, app, client } = world
  startWindow(server)
  const templates: BucketTemplate[] = [
    { ...spike, limit: 3 },
    { ...main, fill_type: 'quota', interval_ms: 20_000, limit: 7 },
  ]
  await world.add({ bucket_templates: templates })
  await callFor(30, world)
  const { refused } = await server.services.db
    .selectFrom('quota_checks')
    .select((row) => row.fn.sum<number>('refused').as('refused'))
    .executeTakeFirstOrThrow()
  const body = { domain: app.uid, bucket_templates: templates }
  const preview = (await client.call(previewBucket, { params: { server: server1 }, body })).body
  expect(preview).toMatchObject({ throttled_now: Number(refused), throttled_then: Number(refused) })
  expect(Number(refused)).toBeGreaterThan(15)
})

/** Stores checks of a client, as numbers of calls by the seconds since some time. */
async function storeChecks(
  { services: { db } }: TestServer,
  { domain, client_id = '*', from }: { domain: string; client_id?: string; from: Date },
  calls: Record<number, number>,
): Promise<void> {
  const start = Math.floor(from.getTime() / 1000)
  const { id } = await db
    .insertInto('quota_counters')
    .values({ server: server1, domain, client_id, second: start, windows: '[]' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = Object.entries(calls).map(([second, allowed]) => ({
    counter_id: id,
    second: start + Number(second),
    allowed,
    refused: 0,
  }))
  await db.insertInto('quota_checks').values(rows).execute()
}

async function openPreview() {
  const world = await openQuotas()
  const { server, app, client } = world
  const ago = (ms: number) => new Date(server.services.now().getTime() - ms)
  const store = (from: Date, calls: Record<number, number>, client_id = '*') =>
    storeChecks(server, { domain: app.uid, client_id, from }, calls)
  const preview = async (templates: BucketTemplate[]): Promise<Preview> => {
    const body = { domain: app.uid, client_id: '*', bucket_templates: templates }
    return (await client.call(previewBucket, { params: { server: server1 }, body })).body
  }
  return { ...world, ago, store, preview }
}

test('a preview knows the calls that used a limit up before its 24 hours', async () => {
  const { ago, store, preview } = await openPreview()
  await store(ago(dayMs + hourMs), { 0: 4, [2 * 3600]: 3 })
  const daily: BucketTemplate = { ...main, fill_type: 'quota', interval_ms: dayMs, limit: 4 }
  expect(await preview([daily])).toMatchObject({ calls: 3, throttled_then: 3 })
})

test('a preview names the hours that change most first', async () => {
  const { ago, add, store, preview } = await openPreview()
  await add({ bucket_templates: [{ ...spike, limit: 4 }] })
  // Windows of ten seconds: three with ten calls, and hours later four with five.
  const start = new Date(Math.floor(ago(12 * hourMs).getTime() / hourMs) * hourMs)
  await store(start, { 0: 10, 10: 10, 20: 10, 14_400: 5, 14_410: 5, 14_420: 5, 14_430: 5 })
  const { hours } = await preview([{ ...spike, limit: 5 }])
  expect(hours.map((hour) => [hour.throttled_now, hour.throttled_then])).toEqual([
    [4, 0],
    [18, 15],
  ])
})

test('a preview replays the 20 busiest clients and says how many there are', async () => {
  const { ago, store, preview } = await openPreview()
  for (let number = 1; number <= 21; number += 1) await store(ago(hourMs), { 0: number }, String(number))
  await store(ago(dayMs + hourMs), { 0: 100 }, 'called earlier')
  const busiest = Array.from({ length: 20 }, (_, index) => index + 2)
  expect(await preview([main])).toMatchObject({
    calls: busiest.reduce((sum, calls) => sum + calls, 0),
    clients: 20,
    total_clients: 21,
  })
})

test('a preview lists the first 200 hours and says how many there are', async () => {
  const { ago, store, preview } = await openPreview()
  const start = new Date(Math.floor(ago(20 * hourMs).getTime() / hourMs) * hourMs)
  const hourly = Object.fromEntries(Array.from({ length: 11 }, (_, hour) => [hour * 3600, 2]))
  for (let number = 1; number <= 20; number += 1) await store(start, hourly, String(number))
  const { hours, total_hours } = await preview([{ ...spike, limit: 1 }])
  expect([hours.length, total_hours]).toEqual([200, 220])
})

test('a preview knows nothing of a deleted bucket', async () => {
  const { ago, add, client, store, preview } = await openPreview()
  const { id } = (await add({ bucket_templates: [{ ...spike, limit: 1 }] })).body
  await client.call(deleteBucket, { params: { server: server1, id }, query: { reason: 'R' } })
  await store(ago(hourMs), { 0: 5 })
  expect(await preview([spike])).toMatchObject({ calls: 5, throttled_now: 0, bucket: null })
})

test('records every change with its actor and reason, and reverting one as a new change', async () => {
  const { server, admin, client, add } = await openQuotas()
  const { id } = (await add()).body
  await client.call(updateBucket, {
    params: { server: server1, id },
    body: { name: 'Slower', bucket_templates: on(server1, spike), reason: 'Overload in the evening' },
  })
  await client.call(deleteBucket, { params: { server: server1, id }, query: { reason: 'The app is gone' } })
  const changes = async () =>
    (
      await client.call(listBucketChanges, {
        params: { server: server1 },
        query: { filters: { bucket_id: id } },
      })
    ).body
  const [deleted, updated, created] = await changes()
  expect(updated).toMatchObject({
    kind: 'updated',
    before: { name: 'Nightly export', bucket_templates: [main, spike] },
    after: { name: 'Slower' },
    reason: 'Overload in the evening',
    changed_by: { id: admin.id, name: 'Ada Byron' },
    reverts: null,
  })
  const audited = (await server.audit()).find(({ action }) => action === 'quota_bucket.updated')
  expect(audited).toMatchObject({
    subject_id: String(id),
    changes: {
      server: [server1, server1],
      name: ['Nightly export', 'Slower'],
      reason: [null, 'Overload in the evening'],
    },
  })
  expect([deleted?.after, created?.before]).toEqual([null, null])
  const revert = (change: number) =>
    client.attempt(revertBucketChange, {
      params: { server: server1, id: change },
      body: { reason: 'A mistake' },
    })
  // The history of one server is neither listed nor reverted through another.
  const elsewhere = { server: server2 } as const
  expect((await client.call(listBucketChanges, { params: elsewhere })).body).toEqual([])
  const unknown = await client.refusal(revertBucketChange, {
    params: { ...elsewhere, id: deleted?.id ?? 0 },
    body: { reason: 'A mistake' },
  })
  expect(unknown.status).toBe(404)
  const back = await revert(deleted?.id ?? 0)
  expect([back.status, back.body]).toMatchObject([
    201,
    { kind: 'reverted', reverts: deleted?.id, before: null, after: { name: 'Slower' } },
  ])
  expect((await revert(updated?.id ?? 0)).status).toBe(201)
  expect((await client.call(listBuckets, { params: { server: server1 } })).body).toMatchObject([
    { id, name: 'Nightly export', bucket_templates: [main, spike] },
  ])
  const nothing = await revert(updated?.id ?? 0)
  expect([nothing.status, nothing.body.message]).toEqual([
    409,
    'The bucket already has its state from before this change.',
  ])
  expect((await revert(created?.id ?? 0)).status).toBe(201)
  expect((await client.call(listBuckets, { params: { server: server1 } })).body).toEqual([])
  expect((await changes()).map(({ kind }: { kind: string }) => kind)).toEqual([
    'reverted',
    'reverted',
    'reverted',
    'deleted',
    'updated',
    'created',
  ])
  expect((await server.audit()).filter(({ action }) => action === 'quota_bucket.reverted')).toHaveLength(3)
})

test('refuses to revert a deletion if a new bucket has replaced it', async () => {
  const { client, add } = await openQuotas()
  const { id } = (await add()).body
  await client.call(deleteBucket, { params: { server: server1, id }, query: { reason: 'R' } })
  await add({ name: 'The new one' })
  const [deleted] = (
    await client.call(listBucketChanges, {
      params: { server: server1 },
      query: { filters: { bucket_id: id } },
    })
  ).body
  const back = await client.refusal(revertBucketChange, {
    params: { server: server1, id: deleted?.id ?? 0 },
    body: { reason: 'R' },
  })
  expect([back.status, back.body.code]).toEqual([409, 'conflict'])
  expect((await client.call(listBuckets, { params: { server: server1 } })).body).toMatchObject([
    { name: 'The new one' },
  ])
})

test('refuses to revert a change for someone who has not seen the bucket as it is', async () => {
  const { client, add } = await openQuotas()
  const { id, updated_at } = (await add()).body
  const params = { server: server1, id } as const
  await client.call(updateBucket, { params, body: { name: 'Slower', reason: 'R' } })
  const [, created] = (await client.call(listBucketChanges, { params })).body
  const refused = await client.refusal(revertBucketChange, {
    params: { server: server1, id: created?.id ?? 0 },
    body: { reason: 'R', if_unchanged_since: updated_at },
  })
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
})

test('names the client whose bucket a revert would bring back a second time', async () => {
  const { client, add } = await openQuotas()
  const { id } = (await add({ client_id: '17' })).body
  const params = { server: server1, id } as const
  await client.call(updateBucket, { params, body: { client_id: '18', reason: 'R' } })
  await add({ client_id: '17' })
  const changes = await client.call(listBucketChanges, { params, query: { filters: { bucket_id: id } } })
  const refused = await client.refusal(revertBucketChange, {
    params: { server: server1, id: changes.body[0]?.id ?? 0 },
    body: { reason: 'R' },
  })
  expect([refused.status, refused.body.message]).toEqual([
    409,
    `${server1} already has a bucket of this app for client 17. Edit that one.`,
  ])
})

test('a save without changes writes no history', async () => {
  const { client, add } = await openQuotas()
  const { id, updated_at, bucket_templates } = (await add()).body
  const same = await client.call(updateBucket, {
    params: { server: server1, id },
    body: { bucket_templates, reason: 'R' },
  })
  expect([same.status, same.body.updated_at]).toEqual([200, updated_at])
  expect((await client.call(listBucketChanges, { params: { server: server1 } })).body).toHaveLength(1)
})

test('keeps checks by the second while a preview needs them, and answers while a retry is possible', async () => {
  const { server, ask } = await openQuotas()
  startWindow(server)
  const occurred_at = server.services.now().toISOString()
  for (let call = 0; call < 5; call += 1) {
    await ask({ occurred_at, check_id: `call-${call}` })
  }
  const { db } = server.services
  const readStored = async () => ({
    checks: await db.selectFrom('quota_checks').select(['allowed', 'refused']).execute(),
    counters: (await db.selectFrom('quota_counters').select('id').execute()).length,
    answers: (await db.selectFrom('quota_answers').select('check_id').execute()).length,
  })
  expect(await readStored()).toEqual({ checks: [{ allowed: 5, refused: 0 }], counters: 1, answers: 5 })
  server.clock.advance(hourMs)
  await server.drainJobs()
  expect(await readStored()).toEqual({ checks: [{ allowed: 5, refused: 0 }], counters: 1, answers: 0 })
  server.clock.advance(49 * hourMs)
  await server.drainJobs()
  expect(await readStored()).toEqual({ checks: [], counters: 0, answers: 0 })
})

test('does not limit a service with a valid token, but limits guessed tokens', async () => {
  const server = await startTestServer({ env: { REQUESTS_PER_MINUTE: '3' } })
  const { check } = await startService(server)
  const requested = { server: server1, domain: 'sync', occurred_at: server.services.now().toISOString() }
  const answers = await startTogether(
    server,
    Array.from({ length: 8 }, () => () => check(requested)),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  const guess = () =>
    server.app.inject({
      method: 'POST',
      url: '/api/v1/platform/quota_checks',
      remoteAddress: '192.0.2.7',
      headers: { authorization: 'Bearer guessed' },
      payload: requested,
    })
  const statuses = []
  for (let call = 0; call < 4; call += 1) {
    statuses.push((await guess()).statusCode)
  }
  expect(statuses).toEqual([401, 401, 401, 429])
})
