import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs } from '@trestle/domain/time/durations.ts'
import type { LightMyRequestResponse } from 'fastify'
import { onTestFinished } from 'vitest'
import { connect } from '../src/db/connect.ts'
import type { Database } from '../src/db/pool.ts'
import { cookieName, csrfSecretFor } from '../src/http/browserClient.ts'
import { type ServerDependencies, buildServer, type ServerOptions, type Trestle } from '../src/server.ts'
import { readSettings } from '../src/settings.ts'
import { type Calls, typedCalls } from './call.ts'
import { giveBackTestDatabase, openTestDatabase } from './database.ts'
import { testKey } from './testKey.ts'

export interface Answer<Body = unknown> {
  status: number
  // Each test knows which reply it reads: the contract has already parsed it.
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  body: Body extends unknown ? any : never
  headers: LightMyRequestResponse['headers']
  text: string
}

/** A browser's session. Raw calls, without types, are for input that the contract doesn't allow. */
export interface Client extends Calls {
  get: (url: string) => Promise<Answer>
  post: (url: string, body?: unknown) => Promise<Answer>
  put: (url: string, body?: unknown) => Promise<Answer>
  patch: (url: string, body?: unknown) => Promise<Answer>
  delete: (url: string, body?: unknown) => Promise<Answer>
  /** Sends any request, adding only this client's cookies and CSRF token (which `headers` may override). */
  send: (request: {
    method: string
    url: string
    headers?: Record<string, string>
    payload?: string | object | Buffer
  }) => Promise<Answer>
}

export interface TestServer extends Trestle {
  database: Database
  /** Stops the server, as a signal would, but leaves its database open for inspection. */
  leave: () => Promise<void>
  /** Returns a client for this person (a row with an id), or one without a session. Each has separate cookies. */
  as: (person: { id: number } | null) => Client
  /** Returns a client for this person with a new session, as after signing in again. */
  asAgain: (person: { id: number }) => Client
  /** Returns a client that sends this bearer token, and no cookies. */
  bearer: (token: string) => Client
  /** Returns a client without a session that stores the cookies the server sets: for signing in and out. */
  anonymous: () => Client
  clock: { advance: (ms: number) => void }
  /** Lists the outbox, oldest first. */
  emails: () => Promise<{ kind: string; recipient: string; subject: string; body: string }[]>
  /** Runs every job that is due at the test's time. */
  drainJobs: () => Promise<void>
  /** Lists the audit log, oldest first. */
  audit: () => Promise<
    {
      action: string
      subject_id: string
      actor_id: number | null
      app_id: number | null
      changes: unknown
    }[]
  >
}

/** Starts the real server over its own database. Closes itself when the test or the file is finished. */
export async function startTestServer(
  options: {
    env?: Record<string, string>
    dependencies?: Partial<ServerDependencies>
    keepOpen?: boolean
    webFolder?: string
  } & Pick<ServerOptions, 'logger' | 'pollJobs' | 'watch' | 'times'> = {},
): Promise<TestServer> {
  const { logger = false, pollJobs = false, watch, times, webFolder } = options
  const database = await openTestDatabase()
  let offsetMs = 0
  const now = () => new Date(Date.now() + offsetMs)
  const db = connect(database.pool)
  const folder = await mkdtemp(join(tmpdir(), 'trestle-files-'))
  const settings = readSettings({
    RELEASE_STAGE: 'test',
    ENCRYPTION_KEYS: testKey,
    SANDBOX_BUILD_SECONDS: '0',
    REFERENCE_DIR: join(import.meta.dirname, 'reference'),
    FILES_URL: `file:${folder}`,
    ...(webFolder && { WEB_FOLDER: webFolder }),
    ...options.env,
  })
  const trestle = await buildServer(
    { db, settings, now, pool: database.pool, probe: database.probe, ...options.dependencies },
    {
      logger,
      pollJobs,
      ...(watch && { watch }),
      ...(times && { times }),
    },
  )
  const close = async () => {
    await trestle.close()
    await giveBackTestDatabase(database)
    await rm(folder, { recursive: true, force: true })
  }
  if (!options.keepOpen) onTestFinished(close)
  const clients = new Map<number | null, Client>()
  return {
    ...trestle,
    database,
    leave: trestle.close,
    close,
    clock: { advance: (ms) => void (offsetMs += ms) },
    bearer: (token) => makeBearerClient(trestle, token),
    anonymous: () => makeClient(trestle, undefined),
    asAgain: ({ id }) => makeClient(trestle, () => openSession(trestle, id)),
    as: (person) => {
      const id = person?.id ?? null
      const client =
        clients.get(id) ?? makeClient(trestle, person ? () => openSession(trestle, person.id) : undefined)
      clients.set(id, client)
      return client
    },
    emails: () => db.selectFrom('mails').selectAll().orderBy('id').execute(),
    drainJobs: () => trestle.jobs.drain(),
    audit: () => db.selectFrom('audit_events').selectAll().orderBy('id').execute(),
  }
}

/** Signs a person in, and returns the session token. */
export async function openSession(
  { services }: Pick<Trestle, 'services'>,
  developerId: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = services.now()
  await services.db
    .insertInto('sessions')
    .values({
      developer_id: developerId,
      token_hash: createHash('sha256').update(token).digest(),
      address: '127.0.0.1',
      user_agent: 'test',
      created_at: now,
      last_seen_at: now,
      authenticated_at: now,
      confirmed_at: now,
      expires_at: new Date(now.getTime() + 14 * dayMs),
      absolute_expires_at: new Date(now.getTime() + 30 * dayMs),
    })
    .execute()
  return token
}

function makeClient({ app, services }: Trestle, signIn: (() => Promise<string>) | undefined): Client {
  const cookies: Record<string, string> = {}
  let csrfToken: string | undefined
  let opened: Promise<void> | undefined

  async function open(): Promise<void> {
    if (signIn) cookies[cookieName(services)] = await signIn()
    await refresh()
  }
  async function refresh(): Promise<void> {
    const session = await app.inject({ method: 'GET', url: '/api/v1/session', cookies })
    keepCookies(session)
    csrfToken = session.json<{ csrf_token: string }>().csrf_token
  }
  function keepCookies(response: LightMyRequestResponse): void {
    for (const { name, value } of response.cookies) {
      if (value) cookies[name] = value
      else delete cookies[name]
    }
  }
  const send: Client['send'] = async ({ method, url, headers, payload }) => {
    await (opened ??= open())
    const response = await app.inject({
      method: method as 'GET',
      url,
      cookies,
      headers: { 'x-csrf-token': csrfToken ?? '', ...headers },
      ...(payload !== undefined && { payload }),
    })
    const secret = csrfSecretFor(services, cookies)
    keepCookies(response)
    // Each step of signing in or out renews the token.
    if (csrfSecretFor(services, cookies) !== secret) await refresh()
    return toAnswer(response)
  }
  return toClient(send)
}

/** A program with a token: it has no cookies, and needs no CSRF token. */
const makeBearerClient = ({ app }: Trestle, token: string): Client =>
  toClient(async ({ method, url, headers, payload }) =>
    toAnswer(
      await app.inject({
        method: method as 'GET',
        url,
        headers: { authorization: `Bearer ${token}`, ...headers },
        ...(payload !== undefined && { payload }),
      }),
    ),
  )

function toAnswer(response: LightMyRequestResponse): Answer {
  const { 'content-type': type, 'content-encoding': encoding } = response.headers
  const isJson = String(type).includes('application/json') && encoding === undefined
  return {
    status: response.statusCode,
    body: isJson && response.body ? response.json() : undefined,
    headers: response.headers,
    text: response.body,
  }
}

function toClient(send: Client['send']): Client {
  const withBody = (method: string) => (url: string, body?: unknown) =>
    send({ method, url, ...(body !== undefined && { payload: body as object }) })
  return {
    ...typedCalls(send),
    send,
    get: (url) => send({ method: 'GET', url }),
    post: withBody('POST'),
    put: withBody('PUT'),
    patch: withBody('PATCH'),
    delete: withBody('DELETE'),
  }
}
