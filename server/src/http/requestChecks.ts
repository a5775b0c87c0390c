import type { Refusal } from '@trestle/domain/http/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { malformed, noSuchCall, RefusalError } from '../errors.ts'

/** Returns why a request can't be handled, or null. */
type Check = (request: FastifyRequest) => Refusal | null

/**
 * Refuses a request whose client reset the connection before it was read. Its address, which limits and sessions
 * need, is unknown then.
 */
const checkClient: Check = ({ socket }) =>
  socket.remoteAddress === undefined ? malformed('The client closed the connection.') : null

/** RFC 9112, section 3.2: a proxy in front may have routed the request by a different Host header than this server. */
const checkHost: Check = ({ raw }) => {
  const hosts = raw.rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host')
  if (hosts.length > 1) return malformed('The request has more than one Host header.')
  return hosts.length === 0 && raw.httpVersion === '1.1' ? malformed('The request has no Host header.') : null
}

/** Refuses transfer encodings other than chunked, the only one that Node decodes. */
const checkEncoding: Check = ({ headers }) => {
  const encoding = headers['transfer-encoding']
  return encoding === undefined || encoding.trim().toLowerCase() === 'chunked'
    ? null
    : malformed('This server only supports the transfer encoding chunked.')
}

const checkExpectation: Check = ({ headers }) =>
  headers.expect === undefined || headers.expect.toLowerCase() === '100-continue'
    ? null
    : { code: 'expectation_failed', message: 'This server only supports the expectation 100-continue.' }

const checks = [checkClient, checkHost, checkEncoding, checkExpectation]

/** Refuses unusable requests in the server's first hook, before they cost anything. */
export function checkRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    for (const check of checks) {
      const refusal = check(request)
      if (!refusal) continue
      // The server can't tell where such a request ends and the next one begins.
      reply.header('connection', 'close')
      throw new RefusalError(refusal)
    }
  })
}

const refuseWith = (refusal: Refusal) => (): never => {
  throw new RefusalError(refusal)
}

/** Refuses every other address of a process that serves no pages. */
export function refuseUnknownAddresses(app: FastifyInstance): void {
  app.setNotFoundHandler(refuseWith(noSuchCall))
}

/**
 * Refuses calls that don't exist, based on the start of their addresses. They count against the limit like any call,
 * and their bodies aren't read.
 *
 * Not part of `mountRoutes`, so that no session is looked up for them.
 */
export function refuseUnknownCalls(app: FastifyInstance, refusals: Record<string, Refusal>): void {
  // A program can't read a page.
  for (const [prefix, refusal] of Object.entries(refusals)) {
    const refuse = refuseWith(refusal)
    app.all(`${prefix}*`, { schema: { hide: true }, onRequest: async () => refuse() }, refuse)
  }
}
