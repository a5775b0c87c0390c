import type { QuotaAnswer, QuotaCheck } from '@trestle/domain/quotas/contract.ts'
import {
  anyClient,
  bucketFor,
  defaultLimits,
  hitFirst,
  refuseCheckTime,
  consume,
  type Limit,
  type Meter,
} from '@trestle/domain/quotas/rules.ts'
import { RefusalError } from '../errors.ts'
import type { Services } from '../services.ts'
import { findAnswer, insertAnswer, insertCheck, lockCounter, type Client } from './checks/store.ts'
import { hasServer } from './present.ts'
import { listBucketsOfApps } from './store.ts'

type Clock = Pick<Services, 'db' | 'now' | 'settings'>

/**
 * Decides whether the limits allow one call, and counts it.
 *
 * The client's counter row is locked, so that every server sees the result of the previous check.
 */
export function checkQuota({ db, now, settings }: Clock, check: QuotaCheck): Promise<QuotaAnswer> {
  const at = now()
  requireTakable(check, at, hasServer(settings, check.server))
  const client = {
    server: check.server,
    domain: check.domain,
    client_id: check.client_id ?? anyClient,
  }
  return db.transaction().execute(async (tx) => {
    // Read before the lock, so that other checks wait only for the counting.
    const bucket = bucketFor(await listBucketsOfApps(tx, client.server, [client.domain]), client)
    const { id, ...meter } = await lockCounter(tx, client)
    const known = check.check_id === undefined ? undefined : await findAnswer(tx, check.check_id)
    if (known) return requireSame(known, client, check).answer
    const { answer, after } = decide(bucket, meter, check)
    await insertCheck(tx, id, after, answer.allowed)
    if (check.check_id !== undefined) {
      const { check_id, occurred_at } = check
      const stored = {
        check_id,
        counter_id: id,
        occurred_at,
        answer: JSON.stringify(answer),
        answered_at: at,
      }
      if (!(await insertAnswer(tx, stored))) throw anotherCheck()
    }
    return answer
  })
}

function requireTakable(check: QuotaCheck, now: Date, isServerKnown: boolean): void {
  if (!isServerKnown) throw refused('server', 'This portal does not manage limits for this server')
  const problem = refuseCheckTime(check.occurred_at, now.getTime())
  if (problem) throw refused('occurred_at', problem)
}

const refused = (field: string, problem: string): RefusalError =>
  new RefusalError({ code: 'invalid_input', message: `${field}: ${problem}`, fields: { [field]: [problem] } })

const anotherCheck = (): RefusalError =>
  new RefusalError({ code: 'conflict', message: 'This check ID was already used for another call.' })

function requireSame<Known extends Client & { occurred_at: string }>(
  known: Known,
  { server, domain, client_id }: Client,
  { occurred_at }: QuotaCheck,
): Known {
  const isSame =
    known.server === server &&
    known.domain === domain &&
    known.client_id === client_id &&
    Date.parse(known.occurred_at) === Date.parse(occurred_at)
  if (!isSame) throw anotherCheck()
  return known
}

function decide(
  bucket: { id: number; bucket_templates: Limit[] } | undefined,
  meter: Meter,
  { occurred_at }: QuotaCheck,
): { answer: QuotaAnswer; after: Meter } {
  const limits: readonly Limit[] = bucket?.bucket_templates ?? defaultLimits
  const consumption = consume(limits, meter, Math.floor(Date.parse(occurred_at) / 1000))
  const first = hitFirst(consumption.windows)
  if (!first) throw new Error(`The bucket ${bucket?.id} has no templates`)
  const allowed = consumption.allowed === 1
  return {
    after: consumption.meter,
    answer: {
      allowed,
      limit: first.limit,
      remaining: first.remaining,
      reset: first.reset,
      retry_after: allowed ? null : consumption.retryAfter,
      bucket_id: bucket?.id ?? null,
      windows: consumption.windows,
    },
  }
}
