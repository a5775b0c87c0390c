import { errorStatus } from '@trestle/domain/http/errors.ts'
import type { FastifyError, FastifyInstance } from 'fastify'
import { findFault } from '../db/faults.ts'
import { RefusalError } from '../errors.ts'

/** Answers errors in the form of RFC 6749, which clients of this server read, instead of the portal's own. */
export function replyInForm(scope: FastifyInstance): void {
  scope.setErrorHandler((error: FastifyError | RefusalError, request, reply) => {
    const { status, name, message, retryAfterSeconds } = toOauthError(error)
    if (status === 500) request.log.error({ err: error }, 'request failed')
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send({ error: name, error_description: message })
  })
}

interface OauthError {
  status: number
  name: string
  message: string
  retryAfterSeconds?: number | undefined
}

function toOauthError(error: FastifyError | RefusalError): OauthError {
  if (error instanceof RefusalError) {
    const status = errorStatus[error.code]
    const { message, retryAfterSeconds } = error
    const name = status === 429 || status === 503 ? 'temporarily_unavailable' : 'invalid_request'
    return { status, name, message, retryAfterSeconds }
  }
  if (findFault(error))
    return {
      status: 503,
      name: 'temporarily_unavailable',
      message: 'The server is busy. Try again in a moment.',
      retryAfterSeconds: 5,
    }
  const { statusCode: status = 500 } = error
  return status < 500
    ? { status, name: 'invalid_request', message: 'The request could not be read.' }
    : { status: 500, name: 'server_error', message: 'The server failed. Try again later.' }
}
