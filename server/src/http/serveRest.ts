// For the type of `hide`.
import type {} from '@fastify/swagger'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { RefusalError } from '../errors.ts'
import type { ErrorWatch } from '../reportFailure.ts'
import { reportFailedRequest } from './reportFailedRequest.ts'

/** A call to an API that isn't the portal's own. Programs make it with a bearer token, never with a cookie. */
export interface RestRequest {
  method: string
  /** The path without the prefix. */
  path: string
  query: [name: string, value: string][]
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
  requestId: string
}

export interface RestReply {
  status: number
  headers: Record<string, string>
  /** Undefined for a reply without a body. */
  body: unknown
}

/** Provided by a feature, so that the HTTP layer doesn't depend on features. */
export interface RestApi {
  /** The start of every address. */
  prefix: string
  path: string
  bodyLimit: number
  answer: (request: RestRequest) => Promise<RestReply>
  /** Returns an error in the form that the callers of this API read. */
  composeError: (error: unknown, requestId: string) => RestReply
  stop: () => Promise<void>
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

function toRequest(request: FastifyRequest, prefix: string): RestRequest {
  const [path = '', ...query] = (request.raw.url ?? '').split('?')
  return {
    method: request.method,
    path: path.slice(prefix.length),
    query: [...new URLSearchParams(query.join('?'))],
    headers: request.headers,
    body: typeof request.body === 'string' ? request.body : '',
    requestId: request.id,
  }
}

/** The headers that the portal's general limit (`secure`) adds to a reply. */
const limitHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']

/** Serves an API with its own form of errors. It reads no cookies, so it needs no CSRF token. */
export function serveRest(
  app: FastifyInstance,
  watch: ErrorWatch,
  { prefix, path, bodyLimit, answer, composeError, stop }: RestApi,
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    scope.setErrorHandler<FastifyError | RefusalError>((error, request, reply) => {
      const { status, headers, body } = composeError(error, request.id)
      if (status >= 500 && !(error instanceof RefusalError)) reportFailedRequest(watch, error, request)
      return reply.code(status).headers(headers).send(body)
    })
    // The API has its own limit and headers, which the portal's would contradict.
    scope.addHook('onSend', (_request, reply, _payload, done) => {
      for (const name of limitHeaders) reply.removeHeader(name)
      done()
    })
    scope.route({
      method: [...methods],
      url: `${prefix}${path}/*`,
      schema: { hide: true },
      handler: async (request, reply) => {
        const { status, headers, body } = await answer(toRequest(request, prefix))
        return reply.code(status).headers(headers).send(body)
      },
    })
    scope.addHook('onClose', stop)
  })
}
