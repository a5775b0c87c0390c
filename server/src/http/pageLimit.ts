import type { FastifyInstance, FastifyRequest } from 'fastify'
import { toNetwork } from '../access/network.ts'
import type { Settings } from '../settings.ts'
import { RefusalError } from '../errors.ts'

/**
 * Returns a function that counts page views and refuses too many from one address. Pages have their own limit next to
 * that of calls, high enough for normal use. It doesn't match addresses: the code that serves a page calls it.
 */
export function createPageLimit(
  app: FastifyInstance,
  { PAGES_PER_MINUTE }: Settings,
): (request: FastifyRequest) => Promise<void> {
  const count = app.createRateLimit({
    max: PAGES_PER_MINUTE,
    timeWindow: '1 minute',
    allowList: [],
    keyGenerator: ({ ip }) => toNetwork(ip),
  })
  return async (request) => {
    const counted = await count(request)
    if (counted.isAllowed || !counted.isExceeded) return
    throw new RefusalError({
      code: 'rate_limited',
      message: 'Too many pages were opened from your address. Wait a minute and try again.',
      retryAfterSeconds: counted.ttlInSeconds,
    })
  }
}
