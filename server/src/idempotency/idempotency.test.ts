// @module-tag engine
import { createDeveloperApp, deleteDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { createManifest } from '@trestle/domain/manifests/contract.ts'
import { createPersonalToken } from '@trestle/domain/personalTokens/contract.ts'
import { dayMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildApp, buildDeveloper, simpleManifest, type DeveloperRow } from '../../testing/build.ts'
import { engine } from '../../testing/database.ts'
import { failWrites } from '../../testing/faults.ts'
import { startTogether } from '../../testing/race.ts'
import { buildPersonalToken } from '../../testing/personalTokens.ts'
import { makePicture, writeForm } from '../../testing/pictures.ts'
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts'
import { acceptsIdempotencyKey } from '../http/idempotency.ts'
import { routes } from '../routes.ts'
import { cleanUpKeys } from './cleanUpKeys.ts'
import { maxKeys } from './runOnce.ts'

let server: TestServer
let owner: DeveloperRow
let client: Client
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
  owner = await buildDeveloper(server)
  client = server.as(owner)
})
afterAll(() => server.close())

const appsUrl = createDeveloperApp.path

const createApp = (key: string, internal_name = 'Site Sync', by: Client = client) =>
  by.send({ method: 'POST', url: appsUrl, headers: { 'idempotency-key': key }, payload: { internal_name } })

async function countApps(ownerId = owner.id): Promise<number> {
  const { total } = await server.services.db
    .selectFrom('developer_apps')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return total
}

test('a repeated call gets the same reply and creates nothing', async () => {
  const before = await countApps()
  const first = await createApp('retry')
  const second = await createApp('retry')
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body).toEqual(first.body)
  expect(second.headers.etag).toBe(first.headers.etag)
  expect([first.headers['idempotency-replayed'], second.headers['idempotency-replayed']]).toEqual([
    undefined,
    'true',
  ])
  expect(await countApps()).toBe(before + 1)
  expect((await createApp('another key')).status).toBe(400)
  expect((await createApp('another-key')).body.id).not.toBe(first.body.id)
})

test('a key has as many characters as the OpenAPI document says', async () => {
  const { body } = await server.anonymous().get('/api/v1/openapi.json')
  const { schema } = body.paths[appsUrl].post.parameters.find(
    (parameter: { name: string }) => parameter.name === 'Idempotency-Key',
  )
  const { minLength, maxLength } = schema
  const statusOf = async (length: number) => (await createApp('k'.repeat(length))).status
  for (const length of [minLength, maxLength]) expect(await statusOf(length), `${length}`).toBe(201)
  for (const length of [minLength - 1, maxLength + 1]) expect(await statusOf(length), `${length}`).toBe(400)
})

test('the reply is that of the first call even when what it created is gone', async () => {
  const first = await createApp('gone')
  await client.call(deleteDeveloperApp, { params: { id: first.body.id } })
  expect((await createApp('gone')).body).toEqual(first.body)
})

test('the same key with another request is refused', async () => {
  await createApp('mistake')
  const other = await createApp('mistake', 'Another name')
  expect([other.status, Object.keys(other.body.fields)]).toEqual([422, ['idempotency-key']])
  const app = await buildApp(server, { owner_id: owner.id })
  const elsewhere = await client.send({
    method: 'POST',
    url: createManifest.path,
    headers: { 'idempotency-key': 'mistake' },
    payload: { developer_app_id: app.id, manifest: { content: simpleManifest } },
  })
  expect(elsewhere.status).toBe(422)
})

test('of calls at the same time, one creates and the others get its reply or a conflict', async () => {
  const before = await countApps()
  const answers = await Promise.all([1, 2, 3, 4].map(() => createApp('race')))
  const created = answers.filter(({ status }) => status === 201)
  expect(new Set(created.map(({ body }) => body.id)).size).toBe(1)
  for (const { status, headers } of answers) {
    expect([201, 409]).toContain(status)
    if (status === 409) expect(headers['retry-after']).toBe('1')
  }
  expect(await countApps()).toBe(before + 1)
  expect((await createApp('race')).body.id).toBe(created[0]?.body.id)
})

test('of refused calls at the same time, each gets the refusal or a conflict', async () => {
  const stranger = server.as(await buildDeveloper(server, { email_confirmed_at: null }))
  for (let round = 0; round < 20; round += 1) {
    const replies = await startTogether(
      server,
      Array.from({ length: 8 }, () => () => createApp(`refused-${round}`, 'Site Sync', stranger)),
    )
    for (const { status } of replies) expect([403, 409]).toContain(status)
  }
})

test('a refused call leaves its key free', async () => {
  const refused = await createApp('second-try', '')
  expect(refused.status).toBe(422)
  const unconfirmed = await buildDeveloper(server, { email_confirmed_at: null })
  const as = server.as(unconfirmed)
  expect((await createApp('second-try', 'Site Sync', as)).status).toBe(403)
  await server.services.db
    .updateTable('developers')
    .set({ email_confirmed_at: server.services.now() })
    .where('id', '=', unconfirmed.id)
    .execute()
  expect((await createApp('second-try', 'Site Sync', as)).status).toBe(201)
})

test('a call that failed because the database was busy leaves its key free', async () => {
  const repair = await failWrites(server, { table: 'developer_apps', event: 'insert', sqlState: '55P03' })
  expect((await createApp('while-busy')).status).toBe(503)
  await repair()
  expect((await createApp('while-busy')).status).toBe(201)
})

test('a call that ended without telling whether it created anything never runs again', async () => {
  const { db } = server.services
  await createApp('crashed')
  const [row] = await db
    .selectFrom('idempotency_keys')
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(1)
    .execute()
  await db
    .updateTable('idempotency_keys')
    .set({ finished_at: null, reply: null })
    .where('key_hash', '=', row?.key_hash ?? Buffer.alloc(0))
    .execute()
  const before = await countApps()
  expect((await createApp('crashed')).body).toMatchObject({ code: 'conflict' })
  expect(await countApps()).toBe(before)
})

// The embedded database has a single connection, which such a trigger would end for everyone.
test.runIf(engine === 'server')(
  'a call never runs again if the connection to the database was lost while it was saved',
  async () => {
    const own = await startTestServer()
    const as = own.as(await buildDeveloper(own))
    const { pool } = own.database
    await pool.query(`
      create function lose_connection() returns trigger language plpgsql as $$
        begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
      create constraint trigger lost after insert on developer_apps
        deferrable initially deferred for each row execute function lose_connection()`)
    onTestFinished(async () => {
      await pool.query('drop function lose_connection cascade')
    })
    expect((await createApp('lost', 'Site Sync', as)).status).toBe(503)
    expect((await createApp('lost', 'Site Sync', as)).body).toMatchObject({ code: 'conflict' })
  },
)

test("a key is its caller's own: another person and another token have other keys", async () => {
  const other = await buildDeveloper(server)
  const mine = await createApp('shared')
  const theirs = await createApp('shared', 'Site Sync', server.as(other))
  const { token } = await buildPersonalToken(server, owner)
  const byToken = await createApp('shared', 'Site Sync', server.bearer(token))
  const ids = [mine, theirs, byToken].map(({ body }) => body.id)
  expect(new Set(ids).size).toBe(3)
  expect((await createApp('shared', 'Site Sync', server.bearer(token))).body.id).toBe(byToken.body.id)
})

test('a reply with a secret is not stored, and not repeated', async () => {
  const person = await buildDeveloper(server)
  const create = () =>
    server.as(person).send({
      method: 'POST',
      url: createPersonalToken.path,
      headers: { 'idempotency-key': 'secret' },
      payload: { name: 'Build server', actions: ['app.view'], app_ids: null, expires_in_days: 30 },
    })
  const first = await create()
  expect(first.body.token).toMatch(/^trp_/)
  const second = await create()
  expect([second.status, second.body.code]).toEqual([409, 'conflict'])
  const rows = await server.services.db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('developer_id', '=', person.id)
    .execute()
  expect(rows).toMatchObject([{ reply: null, finished_at: expect.any(String) }])
})

test('a file, the query, the call and the ids in its address are part of the request', async () => {
  const staff = await buildDeveloper(server, { is_admin: true })
  const [app, otherApp] = [
    await buildApp(server, { owner_id: staff.id }),
    await buildApp(server, { owner_id: staff.id }),
  ]
  const upload = async (change: { color?: string; type?: string; id?: number; staff?: '/admin' } = {}) => {
    const value = await makePicture(400, 400, 'png', change.color ?? '#0f6864')
    const { headers, payload } = writeForm([
      { name: 'media[file]', value, filename: 'logo.png', type: 'image/png' },
    ])
    return server.as(staff).send({
      method: 'POST',
      url: `/api/v1${change.staff ?? ''}/developer_apps/${change.id ?? app.id}/media?type=${change.type ?? 'Logo'}`,
      headers: { ...headers, 'idempotency-key': 'file' },
      payload,
    })
  }
  const first = await upload()
  expect(first.status).toBe(201)
  expect((await upload()).body.id).toBe(first.body.id)
  const changes = [
    { color: '#0f6865' },
    { type: 'Picture' },
    { id: otherApp.id },
    { staff: '/admin' as const },
  ]
  for (const change of changes) {
    const other = await upload(change)
    expect([other.status, Object.keys(other.body.fields ?? {})], JSON.stringify(change)).toEqual([
      422,
      ['idempotency-key'],
    ])
  }
})

test('a key is valid for a day, and each developer has a limited number of keys', async () => {
  const person = await buildDeveloper(server)
  const as = server.bearer((await buildPersonalToken(server, person)).token)
  const first = await createApp('daily', 'Site Sync', as)
  await server.services.db
    .insertInto('idempotency_keys')
    .values(
      Array.from({ length: maxKeys - 1 }, (_, index) => ({
        key_hash: Buffer.from(`${person.id}-${index}`),
        developer_id: person.id,
        request_hash: Buffer.from('x'),
        created_at: server.services.now(),
      })),
    )
    .execute()
  expect((await createApp('one-more', 'Site Sync', as)).status).toBe(429)
  const other = server.as(await buildDeveloper(server))
  expect((await createApp('one-more', 'Site Sync', other)).status).toBe(201)
  server.clock.advance(dayMs - minuteMs)
  await cleanUpKeys(server.services)
  expect((await createApp('daily', 'Site Sync', as)).body.id).toBe(first.body.id)
  server.clock.advance(minuteMs)
  expect((await createApp('daily', 'Site Sync', as)).body.id).not.toBe(first.body.id)
  expect((await createApp('one-more', 'Site Sync', as)).status).toBe(201)
  await cleanUpKeys(server.services)
  const left = await server.services.db
    .selectFrom('idempotency_keys')
    .select('key_hash')
    .where('developer_id', '=', person.id)
    .execute()
  expect(left).toHaveLength(2)
})

test('the calls that pages send a key with accept one, and their replies have no secret', () => {
  for (const { endpoint, access } of routes) {
    const repeats = acceptsIdempotencyKey(endpoint, access) && endpoint.carriesSecret !== true
    expect(endpoint.creates === true, endpoint.operationId).toBe(repeats)
  }
})

test('the keys of a program leave room for those of its pages', async () => {
  const person = await buildDeveloper(server)
  const useKeys = (of: string) => {
    const keys = Array.from({ length: maxKeys }, (_, index) => ({
      key_hash: Buffer.from(`${person.id}-${of}-${index}`),
      developer_id: person.id,
      request_hash: Buffer.from('x'),
      created_at: server.services.now(),
    }))
    return server.services.db.insertInto('idempotency_keys').values(keys).execute()
  }
  await useKeys('program')
  const { token } = await buildPersonalToken(server, person)
  const byProgram = await createApp('by-program', 'Site Sync', server.bearer(token))
  expect([byProgram.status, byProgram.body.message]).toEqual([
    429,
    'You have used 500 idempotency keys in 24 hours. Make one for each thing that you create, and use it again for retries only.',
  ])
  expect((await createApp('by-page', 'Site Sync', server.as(person))).status).toBe(201)
  await useKeys('page')
  const byPage = await createApp('by-page-again', 'Site Sync', server.as(person))
  expect([byPage.status, byPage.body.message]).toEqual([
    429,
    'You and your programs have created 1,000 things in 24 hours, which is the limit. Try again in an hour.',
  ])
})

test('the calls that accept a key are these', async () => {
  const accepting = routes.filter(({ endpoint, access }) => acceptsIdempotencyKey(endpoint, access))
  expect(accepting.map(({ endpoint }) => endpoint.operationId).toSorted()).toEqual([
    'createAdminSubmission',
    'createBucket',
    'createClientSecret',
    'createContact',
    'createDeveloperApp',
    'createGuest',
    'createInvitation',
    'createManifest',
    'createNotification',
    'createPasskey',
    'createPersonalToken',
    'createSubmission',
    'generateFakeSandbox',
    'hostVideo',
    'promoteVersion',
    'renewNotificationFeed',
    'requestAdminSandbox',
    'requestSandbox',
    'resendInvitation',
    'revertBucketChange',
    'uploadAdminMedia',
    'uploadMedia',
  ])
  const other = await client.send({
    method: 'POST',
    url: '/api/v1/analytics',
    headers: { 'idempotency-key': 'key' },
    payload: { key: 'developers.sandbox_manifest_editor.opened' },
  })
  expect([other.status, other.body.message]).toEqual([400, "This call doesn't support Idempotency-Key."])
})
