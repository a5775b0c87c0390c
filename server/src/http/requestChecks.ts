import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refused } from './errors.ts'

/** Refuses requests that no hook after this one could handle. The first hook of the server, so that they cost nothing. */
export function checkRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => requireClient(request))
}

/**
 * A client that resets its connection may be gone before its request is read. Its address is unknown then, which limits
 * and sessions can't do without, and no one is left to answer.
 */
function requireClient({ socket }: FastifyRequest): void {
  if (socket.remoteAddress === undefined)
    throw new Refused({ code: 'malformed', message: 'The client closed the connection.' })
}

/**
 * Answers calls that don't exist: they count against the limit as any call does, and their bodies aren't read.
 *
 * Outside of `mountRoutes`, so that no session is looked up for them.
 */
export function refuseUnknownCalls(app: FastifyInstance): void {
  const refuse = (): never => {
    throw new Refused({ code: 'not_found', message: 'There is no such call.' })
  }
  app.all('/api/*', { schema: { hide: true }, onRequest: async () => refuse() }, refuse)
}
