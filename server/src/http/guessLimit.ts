import { hash } from 'node:crypto'
import { minuteMs } from '@trestle/domain/time/durations.ts'
import type { FastifyRequest } from 'fastify'
import { toNetwork } from '../access/network.ts'
import { RefusalError } from '../errors.ts'
import type { Services } from '../services.ts'

/** The number of working tokens to remember. Beyond that, the oldest are forgotten. */
const maxWorking = 10_000

export const tooManyCalls = (source: string, waitMs: number): RefusalError =>
  new RefusalError({
    code: 'rate_limited',
    message: `Too many calls ${source}. Wait a moment and try again.`,
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })

/** Looks up who a token belongs to, with `find`, unless its network has sent too many that don't work. */
export type LookUpToken = <Found>(
  request: Pick<FastifyRequest, 'ip'>,
  token: string,
  find: () => Promise<Found | null>,
) => Promise<Found | null>

/**
 * Creates a limit on looking up tokens that don't work. Anyone can make such tokens, and the general limit needs to
 * know whether a token works before it can choose the counter for the call.
 *
 * A network may fail as often in a minute as it may call: from then on, the general limit refuses the tokens that don't
 * work anyway, so that it isn't worth a query. A token that works and shares the network is refused only if this
 * process hasn't seen it work before, and for a minute at most from the first failure.
 */
export function createGuessLimit({ settings, now }: Pick<Services, 'settings' | 'now'>): LookUpToken {
  const failures = new Map<string, { count: number; endsAt: number }>()
  const working = new Set<string>()

  /** All windows are equally long, so that they end in the order in which they were added. */
  function dropEnded(at: number): void {
    for (const [network, { endsAt }] of failures) {
      if (endsAt > at) return
      failures.delete(network)
    }
  }

  function countFailure(network: string, at: number): void {
    const known = failures.get(network)
    if (known) known.count += 1
    else failures.set(network, { count: 1, endsAt: at + minuteMs })
  }

  function remember(digest: string): void {
    if (working.has(digest)) return
    const [oldest] = working
    if (oldest !== undefined && working.size >= maxWorking) working.delete(oldest)
    working.add(digest)
  }

  return async (request, token, find) => {
    const network = toNetwork(request.ip)
    const digest = hash('sha256', token, 'base64')
    dropEnded(now().getTime())
    const failed = failures.get(network)
    if (failed && failed.count >= settings.REQUESTS_PER_MINUTE && !working.has(digest)) {
      throw tooManyCalls('from your address', failed.endsAt - now().getTime())
    }
    const found = await find()
    if (found !== null) remember(digest)
    else {
      working.delete(digest)
      countFailure(network, now().getTime())
    }
    return found
  }
}
