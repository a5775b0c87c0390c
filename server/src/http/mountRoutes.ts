import type { Endpoint, Multipart } from '@trestle/domain/http/endpoint.ts'
import { unsafeMethods } from '@trestle/domain/http/methods.ts'
import { lastPageFor, type Page, type Paged } from '@trestle/domain/http/paging.ts'
import { formatNumber } from '@trestle/domain/text/formatNumber.ts'
import multipart from '@fastify/multipart'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Actor, AuditActor, ServiceActor } from '../access/actor.ts'
import type { Services } from '../services.ts'
import { auditActorFor } from './auditActor.ts'
import { retainBodyText } from './bodyText.ts'
import { csvStream, type Table } from '../text/csv.ts'
import { requireModestBody } from './bodyShape.ts'
import { askForConfirmation, type RequireRecentConfirmation } from './askForConfirmation.ts'
import { RefusalError, refusalError } from '../errors.ts'
import { sendValidated } from './etag.ts'
import { findSessionActor, type FindIdentityBySession } from './findSessionActor.ts'
import { fixedReplies } from './fixedReply.ts'
import {
  csrfGuard,
  refuseChangeDuringMaintenance,
  requireAccepted,
  accessGuard,
  confirmedEmailGuard,
  requireEnrolled,
  runGuards,
  serviceGuard,
  tokenGuard,
  type FindRequestService,
} from './guards.ts'
import { answerOnce, type RunOnce } from './idempotency.ts'
import { readForm, type Form } from './multipart.ts'
import { pageLinks } from './pageLinks.ts'
import { parsePart, requireReadable } from './parse.ts'
import { authenticateToken, type FindPersonalTokenActor } from './personalTokens.ts'
import { etagOfReply, toPreconditionError, withIfMatch } from './preconditions.ts'
import { requestPath, requestQuery } from './requestPath.ts'
import { opensToAnyone, type Route } from './route.ts'
import { createUploadLimit, type ReserveUpload } from './uploadLimit.ts'
import { bodyLimitFor, needsCsrfToken, toSchema } from './routeSchema.ts'
import { browserClientFor } from './browserClient.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
    service: ServiceActor | null
  }
}

/** The schema for each part of a call that the contract doesn't define. */
const nothing = z.strictObject({}).optional()

/** Records that someone exported a list. Provided by the audit log, so that the HTTP layer depends on no feature. */
type RecordExport = (
  services: Services,
  by: AuditActor,
  what: { filename: string; query: unknown },
) => Promise<void>

/** The functions and data that features provide to the calls. */
export interface RouteDependencies {
  findIdentityBySession: FindIdentityBySession
  findRequestService: FindRequestService
  requireRecentConfirmation: RequireRecentConfirmation
  findPersonalTokenActor: FindPersonalTokenActor
  runOnce: RunOnce
  recordExport: RecordExport
  jobs: {
    /** Returns a function that starts due jobs if this process has since added one or made one due. */
    watch: () => () => void
  }
}

interface MountDependencies extends RouteDependencies {
  reserveUpload: ReserveUpload
}

/** Mounts the listed routes and nothing else, so routes.ts shows everything that can be called. */
export async function mountRoutes(
  app: FastifyInstance,
  services: Services,
  routes: Route[],
  dependencies: RouteDependencies,
): Promise<void> {
  const { findIdentityBySession, findPersonalTokenActor, requireRecentConfirmation } = dependencies
  app.decorateRequest('actor', null)
  app.decorateRequest('service', null)
  retainBodyText(app)
  app.addHook('onRequest', async (request, reply) => {
    requireReadable(request.query)
    request.actor =
      (await authenticateToken(services, findPersonalTokenActor, request, reply)) ??
      (await findSessionActor(services, request, findIdentityBySession))
    requireAccepted(services, request)
    requireEnrolled(request)
  })
  const reserveUpload = createUploadLimit()
  const mount = (scope: FastifyInstance, route: Route): void =>
    mountRoute(scope, services, askForConfirmation(route, requireRecentConfirmation), {
      ...dependencies,
      reserveUpload,
    })
  const { GOV_CLOUD } = services.settings
  const served = routes.filter((route) => !(GOV_CLOUD && route.isAbsentInGovernmentCloud))
  for (const route of served) if (!route.endpoint.multipart) mount(app, route)
  // Scoped plugin: only these routes accept multipart bodies.
  await app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false })
    for (const route of served) if (route.endpoint.multipart) mount(scope, route)
  })
}

function mountRoute(
  app: FastifyInstance,
  services: Services,
  route: Route,
  { findRequestService, runOnce, recordExport, jobs, reserveUpload }: MountDependencies,
): void {
  const { method, path } = route.endpoint
  const mounted = {
    services,
    route,
    runOnce,
    recordExport,
    jobs,
    reserveUpload,
    ...(route.isFixed && { fixed: fixedReplies(route.endpoint) }),
  }
  app.route({
    method,
    url: path,
    schema: toSchema(route),
    config: routeConfig(route),
    bodyLimit: maxBodyBytes(route.endpoint),
    ...(route.endpoint.carriesSecret && { compress: false }),
    onRequest: [
      ...(services.settings.READ_ONLY && unsafeMethods.has(method) ? [refuseChangeDuringMaintenance] : []),
      route.access === 'service'
        ? serviceGuard(findRequestService, route.scope)
        : runGuards([
            tokenGuard(route.endpoint),
            accessGuard(route.access),
            ...(needsCsrfToken(route.endpoint) ? [csrfGuard(services)] : []),
            confirmedEmailGuard(route.endpoint),
          ]),
    ],
    handler: (request, reply) => receive(mounted, request, reply),
  })
}

const maxBodyBytes = (endpoint: Endpoint): number => bodyLimitFor(endpoint).kilobytes * 1024

const routeConfig = ({
  access,
  endpoint,
  isForEnrollment,
  opensBeforeTerms,
}: Route): FastifyContextConfig => ({
  ...((opensBeforeTerms || opensToAnyone(access)) && { opensBeforeTerms: true }),
  ...(isForEnrollment && { isForEnrollment }),
  ...(access === 'public' && { isPublic: true }),
  ...(access === 'service' && { isForServices: true }),
  ...(endpoint.csv !== undefined && { isExport: true }),
})

interface Mounted extends Pick<MountDependencies, 'runOnce' | 'recordExport' | 'jobs' | 'reserveUpload'> {
  services: Services
  route: Route
  /** Writes the replies, if they stay the same. */
  fixed?: ReturnType<typeof fixedReplies>
}

/** Reads the form with files, if there is one, and deletes the files once the call is answered. */
async function receive(mounted: Mounted, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { services, route } = mounted
  const { multipart: accepted } = route.endpoint
  if (route.admit) await route.admit(parseWithoutBody(services, route, request, reply))
  if (!accepted || !request.isMultipart()) return answer(mounted, request, reply)
  const release = reserveFiles(mounted, request, accepted)
  try {
    const form = await readForm(request, accepted, bodyLimitFor(route.endpoint))
    try {
      return await answer(mounted, request, reply, form)
    } finally {
      await form.discard()
    }
  } finally {
    release()
  }
}

/** Reserves the most room that a form's files can take: no more than its length, if it announces one. */
function reserveFiles(
  { reserveUpload }: Mounted,
  { actor, headers }: FastifyRequest,
  { files, maxFileBytes }: Multipart,
): () => void {
  const most = files.length * maxFileBytes
  const announced = Number(headers['content-length'] ?? most)
  return actor ? reserveUpload(actor.id, Math.min(announced, most)) : () => undefined
}

async function answer(
  { services, route, runOnce, recordExport, jobs, fixed }: Mounted,
  request: FastifyRequest,
  reply: FastifyReply,
  form?: Form,
): Promise<unknown> {
  const { endpoint } = route
  const input = withIfMatch(endpoint, request, parseInput(endpoint, request, form))
  const by = auditActorFor(request)
  const run = () =>
    runHandler(route, request, {
      ...input,
      actor: request.service ?? request.actor,
      by,
      services,
      bodyText: request.bodyText,
      client: browserClientFor(services, request, reply),
    })
  const caller = { actor: request.actor, request, reply }
  const wakeJobs = jobs.watch()
  const result = await answerOnce({ services, runOnce, route }, caller, input, run)
  // Starts jobs that the request enqueued, such as an email or a sandbox.
  wakeJobs()
  reply.code(endpoint.success ?? 200)
  if (endpoint.csv !== undefined) {
    await recordExport(services, by, { filename: endpoint.csv, query: input.query })
    return sendTable(reply, endpoint.csv, result as Table)
  }
  if (!endpoint.reply) return reply.send()
  if (fixed) return sendText(endpoint, request, reply, fixed(result as object))
  const value = endpoint.paged
    ? pagedRows(services, request, reply, input.query as Page, result as Paged<unknown>)
    : result
  // A reply that breaks its own schema is a server error: the thrown zod error becomes a 500.
  const answered = endpoint.reply.parse(value)
  const etag = etagOfReply(endpoint, answered)
  if (etag !== undefined) reply.header('etag', etag)
  return endpoint.cacheSeconds === undefined
    ? reply.send(answered)
    : sendText(endpoint, request, reply, { body: JSON.stringify(answered) })
}

/** Sends JSON, which clients may store if the contract says so. */
function sendText(
  { cacheSeconds }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  text: { body: string | Buffer; etag?: string },
): FastifyReply {
  const type = 'application/json; charset=utf-8'
  if (cacheSeconds === undefined) return reply.type(type).send(text.body)
  return sendValidated(request, reply, { ...text, type, cacheControl: `public, max-age=${cacheSeconds}` })
}

/** Parses the parts of a call that arrive before its body. */
function parseWithoutBody(
  services: Services,
  { endpoint }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): unknown {
  const length = Number(request.headers['content-length'])
  return {
    query: parseOptional(endpoint.query, request.query),
    ...(endpoint.params && { params: parsePart(endpoint.params, request.params) }),
    actor: request.service ?? request.actor,
    by: auditActorFor(request),
    services,
    client: browserClientFor(services, request, reply),
    contentLength: Number.isFinite(length) ? length : undefined,
  }
}

async function sendTable(reply: FastifyReply, filename: string, table: Table): Promise<unknown> {
  const stream = await csvStream(table)
  return reply
    .header('content-disposition', `attachment; filename="${filename}"`)
    .type('text/csv; charset=utf-8')
    .send(stream)
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)

/** Parses a part of a call with its schema. Without one, it must be empty. */
const parseOptional = (schema: z.ZodType | undefined, value: unknown): unknown =>
  schema === undefined && isEmpty(value) ? value : parsePart(schema ?? nothing, value)

/** Parses a body. A missing one is an empty object where the call needs one, so that the refusal names its fields. */
const parseBody = (schema: z.ZodType | undefined, value: unknown): unknown =>
  value === undefined && schema && !schema.safeParse(value).success
    ? parsePart(schema, {})
    : parseOptional(schema, value)

/** Parses every part of a call with its schema, and refuses parts that the contract doesn't define. */
function parseInput(endpoint: Endpoint, request: FastifyRequest, form: Form | undefined) {
  const { params, query, body } = endpoint
  const sentBody = form ? form.body : request.body
  requireModestBody(sentBody, bodyLimitFor(endpoint))
  return {
    query: parseOptional(query, request.query),
    body: parseBody(body, sentBody ?? undefined),
    files: form?.files ?? {},
    ...(params && { params: parsePart(params, request.params) }),
  }
}

/** Handles a call. Cuts the stored object in a refusal to the reply's schema, and fails if it doesn't match. */
async function runHandler(
  { endpoint, handle }: Route,
  request: FastifyRequest,
  call: unknown,
): Promise<unknown> {
  try {
    return await handle(call)
  } catch (error) {
    throw toPreconditionError(cutCurrent(endpoint, error), request)
  }
}

/** Returns a refusal whose stored object has only the fields of the reply. Returns any other error unchanged. */
function cutCurrent({ reply }: Endpoint, error: unknown): unknown {
  if (!(error instanceof RefusalError) || error.current === undefined) return error
  const { code, message, current } = error
  return new RefusalError({ code, message, current: reply?.parse(current) })
}

/**
 * Sends a list's totals in headers; `page` is the query as parsed, with the endpoint's own defaults. Refuses a page
 * beyond the last (API-13); the headers then name the last page.
 */
function pagedRows(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  { rows, total, relation = 'eq' }: Paged<unknown>,
): unknown[] {
  reply.header('total', String(total))
  reply.header('total-relation', relation)
  reply.header('per-page', String(page.per_page))
  const last = lastPageFor(total, page.per_page)
  if (page.page > last) {
    const message = `Page must be between 1 and ${formatNumber(last)}${relation === 'gte' ? `: ${limitOfSearch(total)}` : ''}`
    throw refusalError('invalid_input', message, 'page')
  }
  reply.header('page', String(page.page))
  const address = `${requestPath(request.url)}?${requestQuery(request.url)}`
  reply.header('link', pageLinks(`${services.settings.PUBLIC_URL}${address}`, page, { total, relation }))
  return rows
}

const limitOfSearch = (total: number): string => `a search returns only its first ${formatNumber(total)} rows`
