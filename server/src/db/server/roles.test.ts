import { decideAuthorizationRequest, getAuthorizationRequest } from '@trestle/domain/oauth/contract.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildDeveloper } from '../../../testing/build.ts'
import { basic, buildOauthApp, isLive, redirectUri } from '../../../testing/oauth.ts'
import { findFreePort } from '../../../testing/postgres.ts'
import { openClient, startServerProcess, type ServerProcess } from '../../../testing/serverProcess.ts'
import { openSession, startTestServer, type TestServer } from '../../../testing/server.ts'
import { startSwitch } from '../../../testing/tcpSwitch.ts'
import { enqueue } from '../../jobs/enqueue.ts'

type Role = 'web' | 'oauth' | 'jobs'
type Target = [method: 'GET' | 'POST', path: string]

/** Each process has one role. This server only writes their common database. */
let server: TestServer
let processes: Record<Role, ServerProcess>
const PUBLIC_URL = 'http://localhost:4000'

let stateBeforeJobs: string | undefined

const databaseUrl = (): string => server.database.pool.options.connectionString ?? ''

const start = (ROLES: Role, DATABASE_URL = databaseUrl()): Promise<ServerProcess> =>
  startServerProcess({ DATABASE_URL, PUBLIC_URL, ROLES })

async function end({ child, ended }: ServerProcess): Promise<void> {
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
}

async function readJob(): Promise<string | undefined> {
  const { db } = server.services
  return (await db.selectFrom('jobs').select('state').where('key', '=', 'f00').executeTakeFirst())?.state
}

beforeAll(async () => {
  server = await startTestServer({ keepOpen: true, env: { PUBLIC_URL } })
  const { db, now } = server.services
  const job = { kind: 'file.delete', key: 'f00', payload: { key: 'f00' } } as const
  await db.transaction().execute((tx) => enqueue(tx, now(), job))
  const [web, oauth] = [await start('web'), await start('oauth')]
  // A process that runs jobs looks for them before it says that it is ready.
  stateBeforeJobs = await readJob()
  processes = { web, oauth, jobs: await start('jobs') }
})
afterAll(async () => {
  for (const process of Object.values(processes)) await end(process)
  await server.close()
})

const ask = (role: Role, [method, path]: Target, init: RequestInit = {}) =>
  fetch(`${processes[role].url}${path}`, { method, redirect: 'manual', ...init })

const answers: [target: Target, Record<Role, number>][] = [
  [['GET', '/healthz'], { web: 200, oauth: 200, jobs: 200 }],
  [['GET', '/readyz'], { web: 200, oauth: 200, jobs: 200 }],
  [['GET', '/api/v1/session'], { web: 200, oauth: 404, jobs: 404 }],
  [['GET', '/.well-known/change-password'], { web: 302, oauth: 404, jobs: 404 }],
  [['GET', '/api/v1/openapi.json'], { web: 200, oauth: 404, jobs: 404 }],
  ...['', '/sandbox'].flatMap((prefix): [Target, Record<Role, number>][] => [
    [['GET', `/.well-known/oauth-authorization-server${prefix}`], { web: 404, oauth: 200, jobs: 404 }],
    [['GET', `${prefix}/oauth/jwks`], { web: 404, oauth: 200, jobs: 404 }],
    [['GET', `${prefix}/oauth/authorize`], { web: 404, oauth: 400, jobs: 404 }],
    [['GET', `${prefix}/oauth/code`], { web: 404, oauth: 410, jobs: 404 }],
    [['GET', `${prefix}/oauth/token/info`], { web: 404, oauth: 401, jobs: 404 }],
    [['POST', `${prefix}/oauth/token`], { web: 404, oauth: 401, jobs: 404 }],
    [['POST', `${prefix}/oauth/revoke`], { web: 404, oauth: 401, jobs: 404 }],
    [['POST', `${prefix}/oauth/introspect`], { web: 404, oauth: 401, jobs: 404 }],
    [['POST', `${prefix}/oauth/par`], { web: 404, oauth: 401, jobs: 404 }],
  ]),
  [['GET', '/sandbox/rest/v1.0/companies'], { web: 404, oauth: 401, jobs: 404 }],
]

test.each(answers)('%j answers in the processes whose role it belongs to', async (target, expected) => {
  const statuses = await Promise.all(
    (['web', 'oauth', 'jobs'] as const).map(async (role) => [role, (await ask(role, target)).status]),
  )
  expect(Object.fromEntries(statuses)).toEqual(expected)
})

test('an address of another role gets an error as any unknown address does', async () => {
  for (const [role, path] of [
    ['web', '/oauth/token'],
    ['oauth', '/api/v1/session'],
    ['jobs', '/api/v1/session'],
  ] as const) {
    const reply = await ask(role, ['POST', path])
    expect([role, reply.status, reply.headers.get('x-request-id')]).toEqual([role, 404, expect.any(String)])
    expect([role, await reply.json()]).toEqual([role, expect.objectContaining({ code: 'not_found' })])
  }
})

test('someone authorizes an app although the consent page and the OAuth server are different processes', async () => {
  const app = await buildOauthApp(server)
  const session = await openSession(server, (await buildDeveloper(server)).id)
  const send = await openClient(processes.web.url, session)
  const open = async (path: string, cookies: string[] = []) => {
    const cookie = [`trestle_session=${session}`, ...cookies].join('; ')
    const { headers } = await ask('oauth', ['GET', path], { headers: { cookie } })
    return {
      location: headers.get('location') ?? '',
      cookies: headers.getSetCookie().map((each) => each.split(';')[0] ?? ''),
    }
  }
  const parameters = { response_type: 'code', client_id: app.clientId, redirect_uri: redirectUri }
  const opened = await open(`/oauth/authorize?${new URLSearchParams(parameters).toString()}`)
  const request = opened.location.replace('/consent/', '')
  const fill = (path: string) => path.replace(':request', request)
  const { method, path } = getAuthorizationRequest
  expect((await send(method, fill(path))).status).toBe(200)
  const decision = decideAuthorizationRequest
  const decided = await send(decision.method, fill(decision.path), { allow: true })
  const { location } = await open((decided.body as { location: string }).location, opened.cookies)
  const code = new URL(location).searchParams.get('code') ?? ''
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
  const reply = await ask('oauth', ['POST', '/oauth/token'], {
    headers: { authorization: basic(app.clientId, app.secret) },
    body: new URLSearchParams(form),
  })
  const { access_token: token } = (await reply.json()) as { access_token: string }
  expect([reply.status, await isLive(server, app, token)]).toEqual([200, true])
})

test('only the process with the role jobs runs the job that was due when all of them started', async () => {
  expect(stateBeforeJobs).toBe('waiting')
  await expect.poll(readJob).toBe('done')
})

test('a process that only issues tokens is not ready while its database is gone', async () => {
  const address = new URL(databaseUrl())
  const gate = await startSwitch(Number(address.port))
  onTestFinished(gate.close)
  const port = Number(address.port)
  address.port = String(gate.port)
  const oauth = await start('oauth', address.href)
  onTestFinished(() => end(oauth))
  const statuses = async () =>
    Promise.all(['/healthz', '/readyz'].map(async (path) => (await fetch(`${oauth.url}${path}`)).status))
  expect(await statuses()).toEqual([200, 200])
  gate.leadTo(await findFreePort())
  await expect.poll(statuses).toEqual([200, 503])
  gate.leadTo(port)
  await expect.poll(statuses).toEqual([200, 200])
})
