import type { Refusal } from '@trestle/domain/http/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { malformed, noSuchCall, Refused } from './errors.ts'

/** Why no hook after this one could handle a request. */
type Check = (request: FastifyRequest) => Refusal | null

/**
 * A client that resets its connection may be gone before its request is read. Its address is unknown then, which limits
 * and sessions can't do without, and no one is left to answer.
 */
const checkClient: Check = ({ socket }) =>
  socket.remoteAddress === undefined ? malformed('The client closed the connection.') : null

/** RFC 9112, section 3.2: a proxy in front may have routed the request by another host than the one read here. */
const checkHost: Check = ({ raw }) => {
  const hosts = raw.rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host')
  if (hosts.length > 1) return malformed('The request has more than one Host header.')
  return hosts.length === 0 && raw.httpVersion === '1.1' ? malformed('The request has no Host header.') : null
}

/** Node undoes chunks, and no other encoding. */
const checkEncoding: Check = ({ headers }) => {
  const encoding = headers['transfer-encoding']
  return encoding === undefined || encoding.trim().toLowerCase() === 'chunked'
    ? null
    : malformed('The only transfer encoding this server takes is chunked.')
}

const checkExpectation: Check = ({ headers }) =>
  headers.expect === undefined || headers.expect.toLowerCase() === '100-continue'
    ? null
    : { code: 'expectation_failed', message: 'The only expectation this server meets is 100-continue.' }

const checks = [checkClient, checkHost, checkEncoding, checkExpectation]

/** Refuses what isn't a usable request, in the first hook of the server, so that it costs nothing. */
export function checkRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    for (const check of checks) {
      const refusal = check(request)
      if (!refusal) continue
      // Where such a request ends and the next one begins is anyone's guess.
      reply.header('connection', 'close')
      throw new Refused(refusal)
    }
  })
}

/**
 * Answers calls that don't exist: they count against the limit as any call does, and their bodies aren't read.
 *
 * Outside of `mountRoutes`, so that no session is looked up for them.
 */
export function refuseUnknownCalls(app: FastifyInstance): void {
  const refuse = (): never => {
    throw new Refused(noSuchCall)
  }
  app.all('/api/*', { schema: { hide: true }, onRequest: async () => refuse() }, refuse)
}
