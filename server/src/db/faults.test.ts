// @module-tag engine
import { getSession, updateAccount } from '@trestle/domain/accounts/contract.ts'
import type { ErrorContext } from '@trestle/domain/shell/errorReport.ts'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import { failWrites } from '../../testing/faults.ts'
import { basic, buildOauthApp, postForm, redirectUri } from '../../testing/oauth.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { connect } from './connect.ts'

/** Makes a call that must look up its session. */
const ask = async ({ app }: TestServer) => {
  const answer = await app.inject({ url: '/api/v1/developer_apps', cookies: { trestle_session: 'some' } })
  return [answer.statusCode, answer.json<{ code: string }>().code, answer.headers['retry-after']]
}

async function startWithoutDatabase(): Promise<{ server: TestServer; reported: string[] }> {
  const pool = new pg.Pool({ connectionString: 'postgres://unknown@127.0.0.1:1/none' })
  onTestFinished(() => pool.end())
  const reported: string[] = []
  const server = await startTestServer({
    dependencies: { db: connect(pool) },
    watch: { onInternalError: ({ message }) => void reported.push(message) },
  })
  return { server, reported }
}

test(
  'answers 503 and reports the error while the database is unreachable',
  { tags: ['ERR-42'] },
  async () => {
    const { server, reported } = await startWithoutDatabase()
    expect(await ask(server)).toEqual([503, 'unavailable', '5'])
    expect(reported).toHaveLength(1)
  },
)

test.each([
  ['/oauth/token', 'POST', { authorization: `Basic ${btoa('some-app:secret')}` }],
  ['/oauth/token/info', 'GET', { authorization: 'Bearer some' }],
  ['/oauth/authorize?client_id=some-app', 'GET', {}],
  ['/sandbox/rest/v1.0/me', 'GET', { authorization: 'Bearer some' }],
] as const)('%s reports the error while the database is unreachable', async (url, method, headers) => {
  const { server, reported } = await startWithoutDatabase()
  const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers }
  const { statusCode, body } = await server.app.inject({
    url,
    method,
    headers: form,
    ...(method === 'POST' && { body: 'grant_type=client_credentials' }),
  })
  expect([statusCode, body]).toEqual([503, expect.anything()])
  expect(reported).toHaveLength(1)
})

test('reports an error in the middle of a call of the OAuth server', async () => {
  const reported: { error: string; context: ErrorContext }[] = []
  const server = await startTestServer({
    watch: { onInternalError: ({ message: error }, context) => void reported.push({ error, context }) },
  })
  const app = await buildOauthApp(server)
  await failWrites(server, { table: 'oauth_tokens', event: 'insert', sqlState: '53100' })
  const { status, body, headers } = await postForm(
    server,
    '/oauth/par',
    { response_type: 'code', client_id: app.clientId, redirect_uri: redirectUri },
    { authorization: basic(app.clientId, app.secret) },
  )
  expect([status, body.error, headers['retry-after']]).toEqual([503, 'temporarily_unavailable', '5'])
  const requestId = headers['x-request-id']
  expect(reported).toEqual([{ error: 'no', context: { requestId, method: 'POST', route: '/oauth/par' } }])
})

test('shows a page instead of JSON to someone who follows a link while the database is unreachable', async () => {
  const { server } = await startWithoutDatabase()
  const answer = await server.app.inject({
    url: `/files/${'0'.repeat(64)}?a=1&b=2`,
    headers: { accept: 'text/html,*/*;q=0.8' },
  })
  expect(answer.statusCode).toBe(503)
  expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'retry-after': '5' })
  expect(answer.body).toContain('<h1>Temporarily unavailable</h1>')
  expect(answer.body).toContain('?a=1&amp;b=2">Try again</a>')
  expect(answer.body).toContain(String(answer.headers['x-request-id']))
})

test('answers 503 while every connection is in use', { tags: ['ERR-42'] }, async () => {
  const server = await startTestServer()
  const { pool } = server.database
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  pool.options.connectionTimeoutMillis = 200
  expect(await ask(server)).toEqual([503, 'unavailable', '5'])
  for (const client of taken) client.release()
  pool.options.connectionTimeoutMillis = 10_000
  expect(await ask(server)).toEqual([401, 'not_signed_in', undefined])
})

const busy = 'The portal is busy right now and nothing was saved. Try again in a moment.'
const readOnly = 'The portal is read-only right now, so nothing can be saved. Try again in a few minutes.'
const full = "The portal's storage is full, so nothing was saved. Try again in a few minutes."

test.each([
  ['40001', 'serialization failure', busy],
  ['40P01', 'deadlock', busy],
  ['55P03', 'lock timeout', busy],
  ['57014', 'statement timeout', busy],
  ['25006', 'read-only database', readOnly],
  ['53100', 'disk full', full],
  ['53200', 'out of memory', full],
])('%s (%s) answers 503 with Retry-After', async (sqlState, _name, message) => {
  const server = await startTestServer()
  const person = await buildDeveloper(server)
  const client = server.as(person)
  await client.call(getSession)
  await failWrites(server, { table: 'developers', event: 'update', sqlState })
  const answer = await client.refusal(updateAccount, { body: { company_name: 'Lund' } })
  expect(answer.body).toMatchObject({ code: 'unavailable', message, errors: [message] })
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5'])
})
