import { errorStatus } from '@trestle/domain/http/errors.ts'
import { findSyntaxProblem } from '@trestle/domain/json/syntaxProblem.ts'
import { pageAddress } from '@trestle/domain/routes.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { findFault, type StorageFault } from '../db/faults.ts'
import { bodyTooLarge } from './bodyShape.ts'
import { errorPage } from './errorPage.ts'
import { toErrorReply } from './errorReply.ts'
import { noSuchCall, RefusalError, refusalError } from '../errors.ts'
import type { ErrorWatch } from '../reportFailure.ts'
import { reportFailedRequest } from './reportFailedRequest.ts'
import { isCall } from './route.ts'

/** Fastify's own errors, as refusals. Anything else that is not a `RefusalError` is a server error. */
const frameworkRefusals: Record<string, ConstructorParameters<typeof RefusalError>[0]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported_media_type',
    message: 'Send JSON (application/json) or a form (application/x-www-form-urlencoded).',
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: {
    code: 'malformed',
    message: 'The request body is empty, but its Content-Type is JSON.',
  },
  FST_ERR_MAX_PARAM_LENGTH: noSuchCall,
  FST_STATIC_FORBIDDEN_PATH: { code: 'not_found', message: "This file doesn't exist." },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'malformed',
    message: 'The request body does not match its Content-Length.',
  },
}

/** How much of a body is read to find where it stops being JSON. */
const jsonBody = { noun: 'body', maxBytes: 256 * 1024, maxDepth: 32 }

function invalidJson(text: string): RefusalError {
  const problem = findSyntaxProblem(text, jsonBody)
  const where = problem && ` Line ${problem.line}, column ${problem.column}: ${problem.cause}`
  return refusalError('malformed', `The request body couldn't be read as JSON.${where ?? ''}`)
}

function asRefusalError(
  error: FastifyError | RefusalError,
  request: FastifyRequest,
): RefusalError | undefined {
  if (error instanceof RefusalError) return error
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge(request.routeOptions.bodyLimit)
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY') return invalidJson(request.bodyText)
  const known = frameworkRefusals[error.code]
  if (known) return new RefusalError(known)
  // The JSON and form parsers throw their own error types.
  if (error.statusCode === 400) return refusalError('malformed', "The request couldn't be read.")
  return undefined
}

const retryAfterSeconds = 5
const unavailable = (message: string): RefusalError =>
  new RefusalError({ code: 'unavailable', message, retryAfterSeconds })

/** Replies while the database or the disk can't serve a request. Nothing was saved in any of these cases. */
const faults: Record<StorageFault, RefusalError> = {
  unreachable: unavailable("The portal can't reach its database right now. Try again in a moment."),
  busy: unavailable('The portal is busy right now and nothing was saved. Try again in a moment.'),
  read_only: unavailable(
    'The portal is read-only right now, so nothing can be saved. Try again in a few minutes.',
  ),
  full: unavailable("The portal's storage is full, so nothing was saved. Try again in a few minutes."),
  files_unreachable: unavailable("The portal can't reach its file storage right now. Try again in a moment."),
}

function replyTo(error: Error, internalText: string): RefusalError {
  const fault = findFault(error)
  return fault ? faults[fault] : refusalError('internal', internalText)
}

/** Answers every error of the API (ERR-42): a refusal with its own message, anything else with `internalText`. */
export function replyToError(watch: ErrorWatch, internalText: string) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const expected = asRefusalError(error, request)
    if (!expected) reportFailedRequest(watch, error, request)
    const refused = expected ?? replyTo(error, internalText)
    const answer = toErrorReply(refused, request.id)
    const signIn = refused.code === 'not_signed_in' ? signInAddress(request) : null
    if (signIn !== null) return reply.redirect(signIn, 303)
    // The connection stays open while the rest of the body is discarded: closing it now could lose the reply.
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') reply.removeHeader('connection')
    if (refused.retryAfterSeconds) reply.header('retry-after', String(refused.retryAfterSeconds))
    if (refused.missingAction !== undefined) {
      reply.header('www-authenticate', insufficientScope(refused.missingAction))
    }
    const status = errorStatus[answer.code]
    // RFC 9110, section 15.5.2.
    if (status === 401 && !reply.hasHeader('www-authenticate')) reply.header('www-authenticate', 'Bearer')
    reply.code(status)
    if (isOpenedInBrowser(request)) {
      const page = errorPage(answer, { address: request.url, nonce: reply.styleNonce })
      return reply.type('text/html; charset=utf-8').serializer(String).send(page)
    }
    return reply.type('application/json; charset=utf-8').serializer(JSON.stringify).send(answer)
  }
}

/** RFC 6750, section 3.1. */
const insufficientScope = (action: string | null): string =>
  `Bearer error="insufficient_scope"${action === null ? '' : `, scope="${action}"`}`

/** Returns whether someone opened a page, a file or a feed in a browser. API calls always get JSON. */
function isOpenedInBrowser(request: FastifyRequest): boolean {
  const { method, headers } = request
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && !isCall(request) && Boolean(headers.accept?.includes('text/html'))
}

/**
 * Returns the sign-in address for someone who follows an export link after the session ended; signing in leads back
 * to the page of the link. Null for programs, which read the error reply.
 */
function signInAddress({ method, routeOptions, headers, host }: FastifyRequest): string | null {
  const isFollowed = method === 'GET' && routeOptions.config.isExport && headers.accept?.includes('text/html')
  if (!isFollowed) return null
  const from = URL.parse(headers.referer ?? '')
  if (from?.host !== host) return pageAddress('signIn')
  return `${pageAddress('signIn')}?${new URLSearchParams({ return_to: from.pathname + from.search }).toString()}`
}
