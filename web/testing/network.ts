import { parseBrackets } from '@trestle/domain/http/brackets.ts'
import type { ConfirmationMethod } from '@trestle/domain/http/confirmation.ts'
import type { Endpoint, InputOf, ReplyOf } from '@trestle/domain/http/endpoint.ts'
import { errorStatus, type ErrorCode } from '@trestle/domain/http/errors.ts'
import { ErrorReply } from '@trestle/domain/http/errorReply.ts'
import type { TotalRelation } from '@trestle/domain/http/paging.ts'
import type { z } from 'zod'
import { asksFirst } from './asksFirst.ts'
import { expectShown } from './shownRefusals.ts'

/** A call as the page sent it. The contract parses the parts when the reply is a success. */
interface SentRequest {
  params: unknown
  query: unknown
  body: unknown
  files: Record<string, File>
}

type Handler = (request: SentRequest, signal?: AbortSignal | null) => Response | Promise<Response>

interface Hold {
  released: Promise<void>
  uploads: ((share: number) => void)[]
  canceled: number
}

interface Route {
  endpoint: Endpoint
  handler: Handler
  hold: Hold | null
  sent: SentRequest[]
}

const state = {
  routes: new Map<Endpoint, Route>(),
  problems: [] as string[],
}

interface PageOptions {
  total?: number
  relation?: TotalRelation
  perPage?: number
  page?: number
}

type SentInput<E extends Endpoint> = InputOf<E> & Pick<SentRequest, 'files'>
type MakeReply<E extends Endpoint> = (request: SentInput<E>) => ReplyOf<E>
type Answer<E extends Endpoint> = ReplyOf<E> | MakeReply<E>
type ReplyArguments<E extends Endpoint> = E['reply'] extends z.ZodType
  ? [answer: Answer<E>, page?: PageOptions]
  : []

function setHandler(endpoint: Endpoint, handler: Handler) {
  const route = state.routes.get(endpoint)
  if (route) route.handler = handler
  else state.routes.set(endpoint, { endpoint, handler, hold: null, sent: [] })
}

/** Parses the request as the server does before calling its handler. */
function parseRequest(endpoint: Endpoint, { params, query, body }: SentRequest) {
  const parse = (schema: z.ZodType | undefined, value: unknown) => (schema ? schema.parse(value) : undefined)
  return {
    params: parse(endpoint.params, params),
    query: parse(endpoint.query, query),
    body: parse(endpoint.body, body),
  }
}

function pageHeaders(
  rows: unknown,
  { total, relation = 'eq', perPage = 50, page = 1 }: PageOptions,
): Record<string, string> {
  const count = total ?? (Array.isArray(rows) ? rows.length : 0)
  return {
    total: String(count),
    'total-relation': relation,
    'per-page': String(perPage),
    page: String(page),
  }
}

/**
 * Replies to every call to this endpoint with success. Request and reply must match the contract. Replaces earlier
 * replies.
 */
export function reply<const E extends Endpoint>(
  endpoint: E,
  ...[answer, page = {}]: ReplyArguments<E>
): void {
  setHandler(endpoint, (request) => {
    const input = { ...parseRequest(endpoint, request), files: request.files }
    const status = endpoint.success ?? 200
    if (!endpoint.reply) return new Response(null, { status })
    const isMade = (value: unknown): value is MakeReply<E> => typeof value === 'function'
    const body = isMade(answer) ? answer(input as SentInput<E>) : answer
    const headers = endpoint.paged ? pageHeaders(body, page) : {}
    return Response.json(endpoint.reply.parse(body), { status, headers })
  })
}

/** Replies to every call to this endpoint as a server of another version might, with a reply outside its contract. */
export function replyUnchecked(endpoint: Endpoint, body: unknown): void {
  const build = { 'x-build': 'another' }
  setHandler(endpoint, () =>
    Response.json(body, { headers: { ...build, ...(endpoint.paged && pageHeaders(body, {})) } }),
  )
}

interface RefusalReply {
  code: ErrorCode
  message: string
  fields?: Record<string, string[]>
  errors?: string[]
  current?: unknown
  methods?: ConfirmationMethod[]
}

function toErrorReply({ code, message, fields, errors, current, methods }: RefusalReply): ErrorReply {
  const all = errors ?? (fields ? Object.values(fields).flat() : [message])
  return ErrorReply.parse({ code, message, errors: all, fields, current, methods, request_id: 'req-test' })
}

/**
 * Refuses every call to this endpoint. Replaces earlier replies. A test that refuses a change fails unless the page
 * shows the refusal: in the dialog that sent the call, if it is still open.
 */
export function refuse(endpoint: Endpoint, refusal: RefusalReply): void {
  const body = toErrorReply(refusal)
  const isShown = endpoint.method !== 'GET' && !asksFirst(endpoint, body.code) && body.current === undefined
  const receive =
    isShown && expectShown(`${endpoint.method} ${endpoint.path}`, [body.message, ...body.errors])
  setHandler(endpoint, () => {
    if (receive) receive()
    return Response.json(body, { status: errorStatus[body.code] })
  })
}

/** Refuses calls that the user doesn't wait for, such as events. The page doesn't show why. */
export function refuseInBackground(endpoint: Endpoint, refusal: RefusalReply): void {
  const body = toErrorReply(refusal)
  setHandler(endpoint, () => Response.json(body, { status: errorStatus[body.code] }))
}

/** Drops the connection of every call to this endpoint. Replaces earlier replies. */
export function disconnect(endpoint: Endpoint): void {
  setHandler(endpoint, () => {
    throw new TypeError('Failed to fetch')
  })
}

/** Drops the connection of every call to this endpoint in the middle of its reply. Replaces earlier replies. */
export function breakOff(endpoint: Endpoint): void {
  setHandler(
    endpoint,
    () => new Response(new ReadableStream({ pull: (body) => body.error(new TypeError('network error')) })),
  )
}

/** Sends the headers to every call to this endpoint, and never its body. Replaces earlier replies. */
export function stall(endpoint: Endpoint): void {
  setHandler(endpoint, (_, signal) => {
    const start = (body: ReadableStreamDefaultController) =>
      signal?.addEventListener('abort', () => body.error(aborted()), { once: true })
    return new Response(new ReadableStream({ start }))
  })
}

/**
 * Makes calls to this endpoint wait until `release`, which sends the reply set by then. `progress` reports how much of
 * a waiting upload has been sent. `canceled` returns how many waiting calls the page has canceled.
 */
export function hold(endpoint: Endpoint): {
  release: () => void
  progress: (share: number) => void
  canceled: () => number
} {
  const route = state.routes.get(endpoint)
  if (!route) throw new Error('Give the endpoint an answer first.')
  const { promise, resolve } = Promise.withResolvers<void>()
  const held: Hold = { released: promise, uploads: [], canceled: 0 }
  route.hold = held
  return {
    canceled: () => held.canceled,
    release: () => {
      route.hold = null
      resolve()
    },
    progress: (share) => held.uploads.forEach((report) => report(share)),
  }
}

/** Returns the requests sent to this endpoint so far, oldest first. */
export const sent = <const E extends Endpoint>(endpoint: E): SentInput<E>[] =>
  (state.routes.get(endpoint)?.sent ?? []) as SentInput<E>[]

/** Returns the path parameters, or null if the path doesn't match. */
function matchPath(pattern: string, pathname: string): Record<string, string> | null {
  const names = pattern.split('/')
  const parts = pathname.split('/')
  if (names.length !== parts.length) return null
  const params: Record<string, string> = {}
  for (const [index, name] of names.entries()) {
    const part = parts[index] ?? ''
    if (name.startsWith(':')) params[name.slice(1)] = decodeURIComponent(part)
    else if (name !== part) return null
  }
  return params
}

function findRoute(method: string, pathname: string) {
  const found = [...state.routes.values()].flatMap((route) => {
    const params = route.endpoint.method === method ? matchPath(route.endpoint.path, pathname) : null
    return params ? [{ route, params }] : []
  })
  // A fixed path takes precedence over one with parameters, as on the server.
  return found.toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0]
}

async function readBody(
  endpoint: Endpoint,
  body: BodyInit | null | undefined,
): Promise<Pick<SentRequest, 'body' | 'files'>> {
  if (!(body instanceof FormData)) {
    return { body: body ? JSON.parse(await new Response(body).text()) : undefined, files: {} }
  }
  const fields = new URLSearchParams()
  const files: Record<string, File> = {}
  const under = endpoint.multipart?.under ?? null
  for (const [name, value] of body) {
    if (typeof value === 'string') fields.append(name, value)
    else files[under === null ? name : name.slice(under.length + 1, -1)] = value
  }
  const parsed = parseBrackets(fields.toString()) ?? {}
  return { body: under === null ? parsed : (parsed[under] ?? {}), files }
}

interface OutgoingCall {
  address: string
  method: string
  headers: Headers
  body?: BodyInit | null | undefined
  signal?: AbortSignal | null | undefined
  onProgress?: (share: number) => void
}

function noteProblem(text: string): Response {
  state.problems.push(text)
  return Response.json({ message: text }, { status: 500 })
}

async function answerCall({
  address,
  method,
  headers,
  body,
  signal,
  onProgress,
}: OutgoingCall): Promise<Response> {
  const { pathname, search } = new URL(address, window.location.origin)
  const found = findRoute(method, pathname)
  if (!found) return noteProblem(`Unexpected call: ${method} ${address}`)
  const { route, params } = found
  const { endpoint } = route
  if (method !== 'GET' && !address.startsWith('http') && !headers.get('x-csrf-token')) {
    return noteProblem(`A call without a CSRF token: ${method} ${address}`)
  }
  const request = { params, query: parseBrackets(search.slice(1)), ...(await readBody(endpoint, body)) }
  route.sent.push(request)
  const { hold: held } = route
  if (held) {
    if (onProgress) held.uploads.push(onProgress)
    signal?.addEventListener('abort', () => (held.canceled += 1), { once: true })
    await held.released
  }
  try {
    return await route.handler(request, signal)
  } catch (error) {
    if (error instanceof TypeError) throw error
    return noteProblem(`${method} ${address} doesn't fit its contract: ${String(error)}`)
  }
}

const aborted = () => new DOMException('Canceled', 'AbortError')

async function testFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const { method = 'GET', body, signal } = init
  const address = input instanceof Request ? input.url : String(input)
  const { promise: canceled, reject } = Promise.withResolvers<never>()
  signal?.addEventListener('abort', () => reject(aborted()), { once: true })
  const answer = answerCall({ address, method, headers: new Headers(init.headers), body, signal })
  return signal ? Promise.race([answer, canceled]) : answer
}

/** The part of XMLHttpRequest that the app uses, because fetch can't report progress. */
class TestRequest extends EventTarget {
  upload = new EventTarget()
  status = 0
  responseText = ''
  #headers = new Headers()
  #replyHeaders = ''
  #target = { method: 'GET', address: '' }
  #controller = new AbortController()

  open(method: string, address: string) {
    this.#target = { method, address }
  }

  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value)
  }

  getAllResponseHeaders() {
    return this.#replyHeaders
  }

  abort() {
    this.#controller.abort()
    this.dispatchEvent(new Event('abort'))
  }

  send(body: BodyInit | null) {
    const onProgress = (share: number) =>
      this.upload.dispatchEvent(
        new ProgressEvent('progress', { lengthComputable: true, loaded: share * 1000, total: 1000 }),
      )
    const { signal } = this.#controller
    answerCall({ ...this.#target, headers: this.#headers, body, signal, onProgress })
      .then((response) => this.#receive(response))
      .catch(() => this.dispatchEvent(new Event('error')))
  }

  async #receive(response: Response) {
    this.status = response.status
    this.responseText = await response.text()
    this.#replyHeaders = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\r\n')
    if (!this.#controller.signal.aborted) this.dispatchEvent(new Event('load'))
  }
}

/** Replaces the browser's network APIs with this one. */
export function installNetwork(): void {
  Object.assign(window, { fetch: testFetch, XMLHttpRequest: TestRequest })
}

/** Clears all replies and returns the errors since the last reset. */
export function resetNetwork(): string[] {
  state.routes.clear()
  return state.problems.splice(0)
}
