import { createHash, randomBytes } from 'node:crypto'
import {
  decideAuthorizationRequest,
  listOauthEvents,
  type OauthEvent,
} from '@trestle/domain/oauth/contract.ts'
import { environmentPath, type CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { outOfBandUri } from '@trestle/domain/oauth/rules.ts'
import type { Insertable } from 'kysely'
import { vi } from 'vitest'
import { hashSecret } from '../src/credentials/makeSecret.ts'
import type { AppVersionsTable, DeveloperAppsTable } from '../src/db/schema.ts'
import { buildApp, buildVersion, simpleManifest, type AppRow, type BuildContext } from './build.ts'
import { findFreePort } from './postgres.ts'
import { startTestServer, type Answer, type Client, type TestServer } from './server.ts'

export const permissions = {
  company: { company_directory: 'readonly' },
  project: { rfi: 'standard' },
}

/** A manifest with a service account. */
export const serviceManifest = { ...simpleManifest, permissions, oauth: { enabled: true } }

/** A manifest with user-level authentication only. */
export const userManifest = { ...simpleManifest, oauth: { enabled: true } }

export const redirectUri = 'https://crane.example/cb'

export interface OauthApp {
  app: AppRow
  clientId: string
  secret: string
  secretId: number
  environment: CredentialEnvironment
}

interface OauthAppOptions {
  environment?: CredentialEnvironment
  manifest?: object
  version?: Partial<Insertable<AppVersionsTable>>
  app?: Partial<Insertable<DeveloperAppsTable>>
}

/** Creates an app with credentials, a secret and a promoted manifest. */
export async function buildOauthApp(
  server: BuildContext,
  { environment = 'production', manifest = serviceManifest, version, app: columns }: OauthAppOptions = {},
): Promise<OauthApp> {
  const { db, now } = server.services
  const app = await buildApp(server, {
    redirect_uri: `${redirectUri}\n${outOfBandUri}\nhttp://localhost/cb`,
    ...columns,
  })
  const content = JSON.stringify(manifest)
  await buildVersion(server, app, { content, versionable_type: 'ProductionEnvironment', ...version })
  await buildVersion(server, app, { content, ...version })
  const sandbox = await db
    .updateTable('sandboxes')
    .set({ redirect_uri: app.redirect_uri, allowed_cors_domain: app.allowed_cors_domain })
    .where('developer_app_id', '=', app.id)
    .returning('app_id')
    .executeTakeFirstOrThrow()
  const secret = randomBytes(32).toString('base64url')
  const { id } = await db
    .insertInto('client_secrets')
    .values({
      environment,
      app_id: app.id,
      hash: hashSecret(secret),
      last_four: secret.slice(-4),
      created_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const clientId = environment === 'production' ? app.uid : (sandbox.app_id ?? '')
  return { app, clientId, secret, secretId: id, environment }
}

/** Starts a server that listens at its public address, which other people's OAuth clients require. */
export async function startOauthServer(env: Record<string, string> = {}): Promise<TestServer> {
  const port = await findFreePort()
  const server = await startTestServer({
    keepOpen: true,
    env: { PUBLIC_URL: `http://localhost:${port}`, PORT: String(port), ...env },
  })
  await server.app.listen({ port, host: 'localhost' })
  return server
}

export const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`

export interface FormReply {
  status: number
  headers: Record<string, unknown>
  // Each test knows which reply it reads.
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  body: any
  text: string
}

/** Sends a form as a program does, without cookies. */
export async function postForm(
  { app }: Pick<TestServer, 'app'>,
  url: string,
  form: Record<string, string> | string | [string, string][],
  headers: Record<string, string> = {},
): Promise<FormReply> {
  const reply = await app.inject({
    method: 'POST',
    url,
    payload: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
  const isJson = String(reply.headers['content-type']).includes('json')
  return {
    status: reply.statusCode,
    headers: reply.headers,
    body: isJson ? reply.json() : undefined,
    text: reply.body,
  }
}

/** Gets a token for the app itself. */
export function requestOwnToken(
  server: Pick<TestServer, 'app'>,
  { clientId, secret, environment }: OauthApp,
  form: Record<string, string> = {},
): Promise<FormReply> {
  return postForm(
    server,
    `${environmentPath(environment)}/oauth/token`,
    { grant_type: 'client_credentials', ...form },
    { authorization: basic(clientId, secret) },
  )
}

export const verifier = 'v'.repeat(43)
export const challenge = createHash('sha256').update(verifier).digest('base64url')
const withChallenge = { code_challenge: challenge, code_challenge_method: 'S256' }

export interface Authorization {
  /** Whether the consent page asked the person. */
  asked: boolean
  /** The final address of the browser. */
  location: URL
  code: string
}

/** Opens the authorization endpoint as someone's browser does. */
export const openAuthorize = (
  client: Client,
  { clientId, environment, app }: OauthApp,
  params: Record<string, string> = {},
): Promise<Answer> =>
  client.send({
    method: 'GET',
    url: `${environmentPath(environment)}/oauth/authorize?${new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      state: 'some state',
      ...(!app.confidential && withChallenge),
      ...params,
    }).toString()}`,
    // As a browser sends it.
    headers: { accept: 'text/html' },
  })

/** Follows an authorization to its end, and decides on the consent page if it asks. */
export async function authorize(
  client: Client,
  app: OauthApp,
  params: Record<string, string> = {},
  { allow = true } = {},
): Promise<Authorization> {
  let reply = await openAuthorize(client, app, params)
  const [, request] = /^\/consent\/([\w-]+)$/.exec(String(reply.headers.location)) ?? []
  if (request !== undefined) {
    const decided = await client.call(decideAuthorizationRequest, { params: { request }, body: { allow } })
    reply = await client.get(decided.body.location)
  }
  const location = new URL(String(reply.headers.location), 'http://portal.example')
  return {
    asked: request !== undefined,
    location,
    code: location.searchParams.get('code') ?? '',
  }
}

/** Returns the code that the page of the out-of-band redirect URI shows. */
export async function authorizeOutOfBand(
  client: Client,
  app: OauthApp,
  params: Record<string, string> = {},
): Promise<string> {
  const { location } = await authorize(client, app, { ...params, redirect_uri: outOfBandUri })
  const page = await client.get(location.pathname)
  const [, code = ''] = /<code>([\w-]+)<\/code>/.exec(page.text) ?? []
  return code
}

/** Redeems a code or a refresh token as the app. */
export const requestToken = (
  server: Pick<TestServer, 'app'>,
  { clientId, secret, environment, app }: OauthApp,
  form: Record<string, string>,
): Promise<FormReply> =>
  postForm(
    server,
    `${environmentPath(environment)}/oauth/token`,
    { ...(!app.confidential && { client_id: clientId }), ...form },
    app.confidential ? { authorization: basic(clientId, secret) } : {},
  )

export const redeem = (
  server: Pick<TestServer, 'app'>,
  app: OauthApp,
  code: string,
  form: Record<string, string> = {},
): Promise<FormReply> =>
  requestToken(server, app, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    ...(!app.app.confidential && { code_verifier: verifier }),
    ...form,
  })

export const refresh = (
  server: Pick<TestServer, 'app'>,
  app: OauthApp,
  token: string,
  form: Record<string, string> = {},
): Promise<FormReply> =>
  requestToken(server, app, { grant_type: 'refresh_token', refresh_token: token, ...form })

/** Gets tokens that act for someone. */
export async function getUserTokens(
  server: Pick<TestServer, 'app'>,
  person: Client,
  app: OauthApp,
): Promise<{ access: string; refresh: string }> {
  const { code } = await authorize(person, app)
  const { status, body, text } = await redeem(server, app, code)
  if (status !== 200) throw new Error(`The code was refused: ${text}`)
  return { access: body.access_token, refresh: body.refresh_token }
}

/** Returns whether the token works at this server. */
export async function isLive(
  { app }: Pick<TestServer, 'app'>,
  { environment }: Pick<OauthApp, 'environment'>,
  token: string,
): Promise<boolean> {
  const reply = await app.inject({
    url: `${environmentPath(environment)}/oauth/token/info`,
    headers: { authorization: `Bearer ${token}` },
  })
  return reply.statusCode === 200
}

/** Writes after a reply take longer on a busy machine. By default, a wait ends after a second. */
export const untilRecorded = { timeout: 20_000 }

/** Returns the newest refusal that the app's team sees, as soon as it is written. */
export async function readRefusal(
  server: TestServer,
  { app: { id, owner_id: ownerId }, environment }: Pick<OauthApp, 'app' | 'environment'>,
): Promise<OauthEvent> {
  const query = { environment, filters: { outcome: 'refused' as const } }
  return vi.waitFor(async () => {
    const { body } = await server.as({ id: ownerId }).call(listOauthEvents, { params: { id }, query })
    const [newest] = body
    if (!newest) throw new Error('No refusal was recorded.')
    return newest
  }, untilRecorded)
}
