import type { FastifyRequest } from 'fastify'
import { reportFailure, type ErrorWatch } from '../reportFailure.ts'

/**
 * Reports the failure of a request. Names the route's pattern instead of the address, which contains tokens and
 * searches.
 */
export const reportFailedRequest = (
  watch: ErrorWatch,
  error: Error,
  { id, method, routeOptions, server }: FastifyRequest,
): void =>
  reportFailure({ log: server.log, watch }, error, { requestId: id, method, route: routeOptions.url })
