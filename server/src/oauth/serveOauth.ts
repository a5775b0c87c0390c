import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import {
  environmentPath,
  issuerOf,
  type CredentialEnvironment,
  metadataPath,
} from '@trestle/domain/oauth/environments.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toNetwork, toSubnet } from '../access/network.ts'
import { RefusalError, refusalError } from '../errors.ts'
import type { FindServiceByToken } from '../http/guards.ts'
import { findSessionActor, type FindIdentityBySession } from '../http/findSessionActor.ts'
import { reportFailedRequest } from '../http/reportFailedRequest.ts'
import { requestPath, requestQuery } from '../http/requestPath.ts'
import { refuseDuringMaintenance } from '../maintenance.ts'
import type { Services } from '../services.ts'
import { adaptReply } from './adaptReply.ts'
import { composeError } from './composeError.ts'
import { composePage } from './composePage.ts'
import { composeMetadata } from './composeMetadata.ts'
import { createProvider, cookieNames, libraryRoutes } from './createProvider.ts'
import { portalSession } from './createAdapter.ts'
import { requestFacts, type RequestFacts } from './requestFacts.ts'
import type { Actor } from '../access/actor.ts'
import { clientIdIn, countFailedClient, type CallingClient } from './limit.ts'
import { createLoadCaller, type LoadCaller } from './loadCaller.ts'
import { createIssuers, type Issuers } from './issuers.ts'
import { introspectForService } from './introspectForService.ts'
import { canResumeRequest } from './readRequest.ts'
import { recordDecisions, toAction } from './recordDecisions.ts'
import { createRecorder, type Recorder } from './createRecorder.ts'
import { reportLibraryFailure } from './reportLibraryFailure.ts'
import { serveCode } from './serveCode.ts'
import { swapToken } from './swapToken.ts'
import { serveTokenInfo } from './serveTokenInfo.ts'

export interface OauthDependencies {
  findIdentityBySession: FindIdentityBySession
  findServiceByToken: FindServiceByToken
}

const bodyLimitBytes = 32 * 1024
const undocumented = { schema: { hide: true } } as const

/** The calls that programs make, with a body. */
const calls = ['token', 'revocation', 'introspection', 'pushed_authorization_request'] as const
type Call = (typeof calls)[number]

/**
 * Serves the OAuth 2.0 server of each environment. Only the listed addresses reach the library. Everything else that it
 * mounts returns 404.
 */
export function serveOauth(
  app: FastifyInstance,
  services: Services,
  dependencies: OauthDependencies,
): Issuers {
  const recorder = createRecorder(services)
  app.addHook('onClose', () => recorder.flush())
  const issuers: Issuers = createIssuers(services, (environment, keys) => {
    const provider = createProvider({ services, environment, keys })
    recordDecisions(provider, { services, environment, recorder })
    provider.use(adaptReply(services, environment))
    provider.on('server_error', (ctx, error) => reportLibraryFailure(services, ctx.req, error))
    return provider
  })
  void app.register(async (scope) => {
    // The library reads the body itself, exactly as sent.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: bodyLimitBytes },
      (_request, body, done) => done(null, body),
    )
    const sendErrorPage = scope.errorHandler
    scope.setErrorHandler(sendError(services))
    for (const environment of issuers.environments) {
      serveEnvironment(scope, { services, environment, issuers, recorder, dependencies, sendErrorPage })
    }
  })
  return issuers
}

const sendError =
  ({ watch }: Services) =>
  (error: FastifyError | RefusalError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { status, name, message, retryAfterSeconds } = composeError(error)
    if (status >= 500 && !(error instanceof RefusalError)) reportFailedRequest(watch, error, request)
    if (status === 401) reply.header('www-authenticate', `Bearer error="${name}"`)
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send({ error: name, error_description: message })
  }

interface EnvironmentContext {
  services: Services
  environment: CredentialEnvironment
  issuers: Issuers
  recorder: Recorder
  dependencies: OauthDependencies
  /** Answers errors of the addresses that a person's browser opens, like those of the portal's pages. */
  sendErrorPage: FastifyInstance['errorHandler']
}

function serveEnvironment(scope: FastifyInstance, context: EnvironmentContext): void {
  const { services, environment, issuers } = context
  const path = environmentPath(environment)
  serveAuthorization(scope, context)
  const loadCaller = createLoadCaller(services, environment)
  for (const call of calls) serveCall(scope, context, call, loadCaller)
  const published = { ...undocumented, onRequest: letAnyoneRead }
  scope.get(`${path}/oauth/jwks`, published, async () => ({
    keys: (await issuers.get(environment)).published,
  }))
  scope.get(`${metadataPath}${path}`, published, async () => composeMetadata(services.settings, environment))
  serveTokenInfo(scope, context)
  serveCode(scope, services, context)
}

async function letAnyoneRead(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('access-control-allow-origin', '*').header('cache-control', 'public, max-age=300')
}

const maintenanceGuard =
  ({ settings }: Services) =>
  async (): Promise<void> =>
    refuseDuringMaintenance(settings)

/**
 * Returns the signed-in person, or null while they must set up a second factor or accept the terms first. The request
 * then waits on the consent page, which asks for that.
 */
const nullUnlessReady = (actor: Actor | null): Actor | null =>
  actor?.enrollment?.is_due || actor?.terms_due ? null : actor

/** Serves the two addresses that a person's browser opens. */
function serveAuthorization(scope: FastifyInstance, context: EnvironmentContext): void {
  const { services, environment, dependencies, sendErrorPage } = context
  const address = `${environmentPath(environment)}${libraryRoutes.authorization}`
  const options = {
    ...undocumented,
    onRequest: maintenanceGuard(services),
    errorHandler: sendErrorPage,
  }
  const toFacts = async (request: FastifyRequest): Promise<RequestFacts> => {
    const { client_id: clientId } = request.query as Record<string, unknown>
    return {
      actor: nullUnlessReady(await findSessionActor(services, request, dependencies.findIdentityBySession)),
      network: toSubnet(request.ip),
      clientId: typeof clientId === 'string' ? clientId : null,
    }
  }
  scope.get(address, options, async (request, reply) => {
    if (hasNul(requestQuery(request.raw.url ?? ''))) return sendRefusal(request, reply, malformed)
    return serveLibrary(context, request, reply, await toFacts(request))
  })
  scope.get(`${address}/:uid`, options, async (request, reply) => {
    const facts = await toFacts(request)
    const { uid } = request.params as { uid: string }
    if (!(await canResumeRequest(services, environment, facts.actor, uid))) {
      return sendRefusal(request, reply, expiredRequest)
    }
    return serveLibrary(context, request, reply, facts)
  })
}

/** Serves a call that programs make, with a form. */
function serveCall(
  scope: FastifyInstance,
  context: EnvironmentContext,
  call: Call,
  loadCaller: LoadCaller,
): void {
  const { services, environment, recorder } = context
  const address = `${environmentPath(environment)}${libraryRoutes[call]}`
  const introspects = call === 'introspection'
  const pushes = call === 'pushed_authorization_request'
  const options = { ...undocumented, ...(!introspects && { onRequest: maintenanceGuard(services) }) }
  scope.post(address, options, async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    // The library stores pushed requests.
    if (pushes && hasNul(body)) throw refusalError('malformed', 'a parameter has a NUL character')
    const answer = introspects ? await introspectForService(context, request, body) : null
    if (answer) return reply.send(answer)
    const calling: CallingClient = {
      environment,
      network: toNetwork(request.ip),
      clientId: clientIdIn(request.headers.authorization, body),
    }
    const { clientId } = calling
    const facts: RequestFacts = { actor: null, network: toSubnet(request.ip), clientId }
    const recordGuessing = (appId: number) =>
      recorder.record({
        environment,
        app_id: appId,
        outcome: 'refused',
        action: toAction(call, new URLSearchParams(body.toString()).get('grant_type')),
        reason: 'too_many_failures',
        network: facts.network,
      })
    const takesToken = introspects || call === 'revocation'
    const [caller, sent] = await Promise.all([
      loadCaller(calling, body, recordGuessing),
      takesToken ? swapToken(context, facts, body) : body,
    ])
    facts.caller = caller
    if (call === 'token') requireConnected(request)
    await serveLibrary(context, request, reply, facts, sent)
    if (reply.raw.statusCode === 401) await countFailedClient(services, calling)
    return reply
  })
  scope.route({
    method: ['GET', 'PUT', 'PATCH', 'DELETE'],
    url: address,
    ...undocumented,
    // Checked before the body is read.
    onRequest: requirePost,
    handler: requirePost,
  })
  scope.options(address, undocumented, (request, reply) =>
    serveLibrary(context, request, reply, { actor: null, network: toSubnet(request.ip) }),
  )
}

/**
 * Refuses a call whose client has closed the connection, for example because this process was paused for some time. The
 * client may have sent the same code or refresh token again to another process. Using it here would count as its second
 * use, which ends the tokens that the client got there.
 */
function requireConnected({ raw }: FastifyRequest): void {
  if (raw.socket.destroyed) throw refusalError('unavailable', 'The client has closed the connection.')
}

async function requirePost(_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return reply
    .code(405)
    .headers({ allow: 'POST, OPTIONS', 'cache-control': 'no-store' })
    .send({ error: 'invalid_request', error_description: 'Send a POST request with a form.' })
}

/** Returns whether an encoded form has a NUL character, which the database can't store. */
const hasNul = (form: string | Buffer): boolean => form.includes('%00') || form.includes('\0')

const malformed = "The app's request is malformed, so it can't be used. Go back to the app and start again."
const expiredRequest =
  'The request has expired, or it was opened with another session or account. Go back to the app and start again.'

const sendRefusal = (request: FastifyRequest, reply: FastifyReply, reason: string): FastifyReply =>
  reply
    .code(400)
    .type('text/html; charset=utf-8')
    .header('referrer-policy', 'no-referrer')
    .send(
      composePage(
        {
          title: "This app can't be authorized",
          paragraphs: [reason],
          footnote: `Request ID: ${request.id}`,
        },
        reply.styleNonce,
      ),
    )

/** Lets the library answer a request, which it sees as it arrived at the portal's public address. */
async function serveLibrary(
  { services, environment, issuers }: EnvironmentContext,
  request: FastifyRequest,
  reply: FastifyReply,
  facts: RequestFacts,
  body?: Buffer,
): Promise<FastifyReply> {
  const { handle } = await issuers.get(environment)
  const { raw } = request
  facts.page = { requestId: request.id, route: request.routeOptions.url, nonce: reply.styleNonce }
  requestFacts.set(raw, facts)
  const address = new URL(issuerOf(services.settings.PUBLIC_URL, environment))
  Object.assign(raw.headers, {
    host: address.host,
    'x-forwarded-proto': address.protocol.slice(0, -1),
    'x-forwarded-for': request.ip,
    cookie: toLibraryCookies(request, facts),
  })
  delete raw.headers['x-forwarded-host']
  if (body) replaceBody(raw, body)
  // The library has its own router, which doesn't decode addresses.
  const path = requestPath(raw.url ?? '/')
  const query = requestQuery(raw.url ?? '')
  raw.url = query === '' ? path : `${path}?${query}`
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  await handle(raw, reply.raw)
  return reply
}

/** The library gets its own cookies and who is signed in, but not the portal's session. */
function toLibraryCookies({ cookies }: FastifyRequest, { actor }: RequestFacts): string {
  const resume = cookies[cookieNames.resume]
  return [
    ...(actor ? [`${cookieNames.session}=${portalSession}`] : []),
    ...(resume !== undefined && /^[\w-]{1,100}$/.test(resume) ? [`${cookieNames.resume}=${resume}`] : []),
  ].join('; ')
}

/** Lets the library read `body`: the original one has already been read. */
function replaceBody(raw: IncomingMessage, body: Buffer): void {
  const stream = Readable.from([body], { objectMode: false })
  Object.defineProperties(raw, {
    readable: { value: true },
    iterator: { value: stream.iterator.bind(stream) },
  })
  delete raw.headers['transfer-encoding']
  raw.headers['content-length'] = String(body.length)
}
