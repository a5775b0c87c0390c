import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { ErrorWatch } from '../reportFailure.ts'
import { reportFailedRequest } from './reportFailedRequest.ts'

/**
 * Reports a stream that fails after a part of it was sent. It's too late for an error reply, so Fastify only closes the
 * connection.
 */
export function reportFailedStreams(app: FastifyInstance, watch: ErrorWatch): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (payload instanceof Readable) {
      payload.once('error', (error) => {
        if (reply.raw.headersSent) reportFailedRequest(watch, error, request)
      })
    }
    done(null, payload)
  })
}
