import type { FastifyReply, FastifyRequest } from 'fastify'
import { pagesPath } from './pages.ts'

/** Counts a reply. Provided by the monitoring feature, so that the HTTP layer depends on no feature. */
export type ObserveReply = (reply: { method: string; route: string; status: number; seconds: number }) => void

/**
 * Counts and logs a reply by the pattern of its route, not by its address: addresses contain tokens and searches.
 * Probes are only counted.
 */
export function recordReply(
  request: FastifyRequest,
  reply: FastifyReply,
  observe: ObserveReply | undefined,
): void {
  const { url = 'none', config } = request.routeOptions
  const route = url === pagesPath ? 'page' : url
  const { method } = request
  const { statusCode: status, elapsedTime } = reply
  observe?.({ method, route, status, seconds: elapsedTime / 1000 })
  if (config.isProbe) return
  request.log.info(
    {
      method,
      route,
      status,
      ms: Math.round(elapsedTime),
      developer: request.actor?.id,
      service: request.service?.name,
    },
    'request',
  )
}
