import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from '../access/network.ts'
import type { Settings } from '../settings.ts'
import { Refused } from './errors.ts'

/** Counts the opening of a page, and refuses it past a limit that people do not meet. */
export type LimitPage = (request: FastifyRequest) => Promise<void>

/** A limit of its own beside that of calls. It knows no addresses: whoever serves a page calls it. */
export function createPageLimit(app: FastifyInstance, { PAGES_PER_MINUTE }: Settings): LimitPage {
  const count = app.createRateLimit({
    max: PAGES_PER_MINUTE,
    timeWindow: '1 minute',
    allowList: [],
    keyGenerator: ({ ip }) => networkOf(ip),
  })
  return async (request) => {
    const counted = await count(request)
    if (counted.isAllowed || !counted.isExceeded) return
    throw new Refused({
      code: 'rate_limited',
      message: 'Too many pages were opened from your address. Wait a minute and try again.',
      retryAfterSeconds: counted.ttlInSeconds,
    })
  }
}
