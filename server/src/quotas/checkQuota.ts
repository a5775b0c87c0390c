import type { QuotaAnswer, QuotaCheck } from '@trestle/domain/quotas/contract.ts'
import {
  anyClient,
  bucketFor,
  defaultLimits,
  hitFirst,
  checkTimeOfCheck,
  consume,
  emptyMeter,
  type Limit,
  type Meter,
} from '@trestle/domain/quotas/rules.ts'
import type { Db } from '../db/schema.ts'
import { refusalError, type RefusalError } from '../errors.ts'
import type { Services } from '../services.ts'
import { insertCheck, isTakenId, lockCounter, readCheckContext, type Client } from './checks/store.ts'
import { hasServer } from './present.ts'

type QuotaServices = Pick<Services, 'db' | 'now' | 'settings'>

/**
 * Decides whether the limits allow one call, and counts it.
 *
 * Usually reads once and writes once. If another check of the same client was counted in between, on this server or
 * another, or if the client is new, the client's counter is locked and the check repeated. During maintenance the call
 * is not counted.
 */
export async function checkQuota(
  { db, now, settings }: QuotaServices,
  check: QuotaCheck,
): Promise<QuotaAnswer> {
  const at = now()
  requireCountable(check, at, hasServer(settings, check.server))
  const client = {
    server: check.server,
    domain: check.domain,
    client_id: check.client_id ?? anyClient,
  }
  if (settings.READ_ONLY) return answerUncounted(db, client, check)
  const answer = await countCheck(db, at, client, check).catch(ignoreTakenId)
  return answer ?? countLocked(db, at, client, check)
}

async function answerUncounted(db: Db, client: Client, check: QuotaCheck): Promise<QuotaAnswer> {
  const { counter, buckets } = await readCheckContext(db, client, undefined)
  return decide(bucketFor(buckets, client), counter ?? emptyMeter, check).answer
}

/** A check with the ID may have been answered since. It is then read with the counter locked. */
function ignoreTakenId(error: unknown): undefined {
  if (!isTakenId(error)) throw error
}

async function countLocked(db: Db, at: Date, client: Client, check: QuotaCheck): Promise<QuotaAnswer> {
  try {
    return await db.transaction().execute(async (tx) => {
      await lockCounter(tx, client)
      const answer = await countCheck(tx, at, client, check)
      if (!answer) throw new Error('The locked counter changed')
      return answer
    })
  } catch (error) {
    throw isTakenId(error) ? reusedId() : error
  }
}

/**
 * Counts a check and returns its answer, or undefined if the client is new or if another check was counted in between.
 */
async function countCheck(
  db: Db,
  at: Date,
  client: Client,
  check: QuotaCheck,
): Promise<QuotaAnswer | undefined> {
  const { check_id, occurred_at } = check
  const { counter, buckets, known } = await readCheckContext(db, client, check_id)
  if (known) return requireSame(known, client, check).answer
  if (!counter) return undefined
  const { answer, after } = decide(bucketFor(buckets, client), counter, check)
  const reply =
    check_id === undefined
      ? undefined
      : { check_id, occurred_at, answer: JSON.stringify(answer), answered_at: at }
  return (await insertCheck(db, counter, after, answer.allowed, reply)) ? answer : undefined
}

function requireCountable(check: QuotaCheck, now: Date, isServerKnown: boolean): void {
  if (!isServerKnown) {
    throw refusalError('invalid_input', 'This portal does not manage limits for this server', 'server')
  }
  const problem = checkTimeOfCheck(check.occurred_at, now.getTime())
  if (problem) throw refusalError('invalid_input', problem, 'occurred_at')
}

const reusedId = (): RefusalError =>
  refusalError('conflict', 'This check ID was already used for another call.')

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
  if (!isSame) throw reusedId()
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
