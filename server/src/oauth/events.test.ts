import { listOauthEvents } from '@trestle/domain/oauth/contract.ts'
import { dayMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import { authorize, basic, buildOauthApp, postForm, redeem, type OauthApp } from '../../testing/oauth.ts'
import { race, type Hold } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { cleanUpOauth } from './cleanUpOauth.ts'
import { createRecorder, type Decision } from './createRecorder.ts'

let server: TestServer
let app: OauthApp
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
})
afterAll(() => server.close())
beforeEach(async () => {
  app = await buildOauthApp(server)
})

type Query = NonNullable<Parameters<typeof list>[0]>

const list = async (query: { after?: number; filters?: { outcome: 'issued' | 'refused' } } = {}) => {
  const { body } = await server
    .as({ id: app.app.owner_id })
    .call(listOauthEvents, { params: { id: app.app.id }, query: { environment: 'production', ...query } })
  return body
}

const refusal = (more: Partial<Decision> = {}): Decision => ({
  environment: 'production',
  app_id: app.app.id,
  outcome: 'refused',
  action: 'client_credentials',
  reason: 'wrong_secret',
  network: '192.0.2.1',
  ...more,
})

/** Records decisions as one process does. */
async function record(...decisions: Decision[]): Promise<void> {
  const recorder = createRecorder(server.services)
  for (const decision of decisions) recorder.record(decision)
  await recorder.flush()
}

test('what was issued and what was refused is listed with reason and network, newest first', async () => {
  const person = await buildDeveloper(server)
  const { code } = await authorize(server.as(person), app)
  await redeem(server, app, code)
  await expect.poll(() => list()).toHaveLength(2)
  await postForm(
    server,
    '/oauth/token',
    { grant_type: 'client_credentials' },
    { authorization: basic(app.clientId, 'wrong') },
  )
  await expect.poll(() => list()).toHaveLength(3)
  const listed = await list()
  expect(listed.map(({ action, outcome, reason }) => [action, outcome, reason])).toEqual([
    ['client_credentials', 'refused', 'wrong_secret'],
    ['authorization_code', 'issued', 'issued'],
    ['authorization', 'issued', 'authorized'],
  ])
  expect(listed[0]).toEqual({
    id: expect.any(Number),
    at: expect.any(String),
    outcome: 'refused',
    action: 'client_credentials',
    reason: 'wrong_secret',
    message: "The client secret isn't one of the app's secrets.",
    network: '127.0.0.0/24',
    count: 1,
  })
  const query: Query = { filters: { outcome: 'issued' } }
  expect((await list(query)).map(({ reason }) => reason)).toEqual(['issued', 'authorized'])
})

test('refused calls other than for tokens are listed too', async () => {
  const wrong = { authorization: basic(app.clientId, 'wrong') }
  for (const call of ['introspect', 'revoke', 'par']) {
    expect((await postForm(server, `/oauth/${call}`, { token: 'x' }, wrong)).status).toBe(401)
  }
  await expect
    .poll(async () => (await list()).map(({ action, reason }) => `${action} ${reason}`).toSorted())
    .toEqual([
      'introspection wrong_secret',
      'pushed_authorization_request wrong_secret',
      'revocation wrong_secret',
    ])
})

test('equal decisions within a minute are one row with a count and the time of the last', async () => {
  await record(refusal(), refusal(), refusal({ network: '192.0.2.2' }), refusal({ environment: 'sandbox' }))
  server.clock.advance(1000)
  await record(refusal(), refusal({ reason: 'missing_secret' }))
  expect((await list()).map(({ reason, network, count }) => [reason, network, count])).toEqual([
    ['missing_secret', '192.0.2.1', 1],
    ['wrong_secret', '192.0.2.1', 3],
    ['wrong_secret', '192.0.2.2', 1],
  ])
  const [newest] = await list()
  server.clock.advance(minuteMs)
  await record(refusal())
  expect(await list({ after: newest?.id ?? 0 })).toMatchObject([{ reason: 'wrong_secret', count: 1 }])
})

test('equal decisions of two processes at the same time are also one row', repeated, async () => {
  const write = () => record(refusal())
  // Rows of the app can't be written while someone has this lock.
  const hold: Hold = (tx) =>
    tx.selectFrom('developer_apps').select('id').where('id', '=', app.app.id).forUpdate().execute()
  await race(server, hold, [write, write])
  expect((await list()).map(({ count }) => count)).toEqual([2])
})

test('only the newest 200 are listed', async () => {
  await record(
    ...Array.from({ length: 201 }, (_, index) => refusal({ detail: String(index), reason: 'other' })),
  )
  const listed = await list()
  expect(listed).toHaveLength(200)
  expect(listed.map(({ message }) => message)).not.toContain('The request was refused: 0')
})

test('they are deleted after 30 days', async () => {
  await record(refusal())
  const { db, now } = server.services
  const later = (ms: number) => ({ db, now: () => new Date(now().getTime() + ms) })
  const days = 30 * dayMs
  await cleanUpOauth(later(days - 1000))
  expect(await list()).toHaveLength(1)
  await cleanUpOauth(later(days + 1000))
  expect(await list()).toEqual([])
})

test('a failure to store decisions does not lose the uses of secrets', async () => {
  const warn = vi.spyOn(server.services.log, 'warn')
  const recorder = createRecorder(server.services)
  // PostgreSQL can't store this character.
  recorder.record(refusal({ detail: '\0' }))
  recorder.countUse(app.secretId)
  await recorder.flush()
  expect(warn).toHaveBeenCalledWith(
    { err: expect.any(Error) },
    'could not record decisions of the OAuth server',
  )
  const uses = await server.services.db
    .selectFrom('client_secret_uses')
    .select('tokens')
    .where('secret_id', '=', app.secretId)
    .execute()
  expect(uses).toEqual([{ tokens: 1 }])
})

test('no more than 2,000 kinds of them wait to be written, and the rest is counted', async () => {
  const warn = vi.spyOn(server.services.log, 'warn')
  await record(...Array.from({ length: 2_003 }, (_, index) => refusal({ detail: String(index) })))
  const { total } = await server.services.db
    .selectFrom('oauth_events')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where('app_id', '=', app.app.id)
    .executeTakeFirstOrThrow()
  expect(total).toBe(2_000)
  expect(warn).toHaveBeenCalledWith({ dropped: 3 }, expect.stringContaining('too many decisions'))
})
