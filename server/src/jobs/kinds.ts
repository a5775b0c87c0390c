import { isJobKind, type JobKind } from '@trestle/domain/jobs/kinds.ts'
import { dayMs, hourMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { z } from 'zod'
import type { Tx } from '../db/schema.ts'
import type { Services } from '../services.ts'

interface RetryPolicy {
  /** How often a job is tried before it counts as failed. */
  attempts: number
  /** The wait after the first failed attempt. Each later one waits four times as long, at most an hour. */
  firstWaitMs: number
}

interface KindDefinition<Payload> {
  payload: z.ZodType<Payload>
  retry: RetryPolicy
  /**
   * The interval of a scheduled job, counted from midnight UTC. It runs once per interval, in whichever process is
   * first.
   */
  everyMs?: number
  /** Whether it starts after the jobs that someone is waiting for. Defaults to true for scheduled jobs. */
  isLowPriority?: true
}

const standardRetry: RetryPolicy = { attempts: 5, firstWaitMs: 2_000 }
const mailRetry: RetryPolicy = { attempts: 8, firstWaitMs: 2_000 }
/** The last attempt starts within the hour. */
const hourlyRetry: RetryPolicy = { attempts: 4, firstWaitMs: minuteMs }
/** The last attempt starts within three hours. */
const dailyRetry: RetryPolicy = { attempts: 6, firstWaitMs: minuteMs }

const hourly = { payload: z.object({}), retry: hourlyRetry, everyMs: hourMs }

/** Every kind of job in the product: its payload, how it is retried and, if it is scheduled, how often it runs. */
export const jobKinds = {
  'account.cleanUp': hourly,
  'analytics.cleanUp': hourly,
  'audit.cleanUp': hourly,
  'draft.cleanUp': hourly,
  'factors.reset': { payload: z.object({ factor_reset_id: z.number() }), retry: standardRetry },
  'file.cleanUp': hourly,
  'file.delete': { payload: z.object({ key: z.string() }), retry: standardRetry, isLowPriority: true },
  'idempotency.cleanUp': hourly,
  'job.cleanUp': hourly,
  'list.cleanUp': hourly,
  'mail.cleanUp': hourly,
  'mail.daily': hourly,
  'mail.deliver': { payload: z.object({ mail_id: z.number() }), retry: mailRetry },
  'mail.digest': { payload: z.object({ window_id: z.number(), digest: z.string() }), retry: mailRetry },
  'marketplace.cleanUp': hourly,
  'media.cleanUp': hourly,
  'metrics.cleanUp': hourly,
  'metrics.recount': { payload: z.object({}), retry: dailyRetry, everyMs: dayMs },
  'notification.mail': {
    // Developers up to the id `after` already have the email.
    payload: z.object({ notification_id: z.number(), after: z.number() }),
    retry: standardRetry,
    isLowPriority: true,
  },
  'personalToken.cleanUp': hourly,
  'personalToken.remind': hourly,
  'oauth.cleanUp': hourly,
  'oauth.rotateKeys': hourly,
  'quota.cleanUp': hourly,
  'sandbox.build': {
    // The time of the request distinguishes a new request from an abandoned one.
    payload: z.object({ sandbox_id: z.number(), requested_at: z.string() }),
    // A sandbox service that is down gets most of an hour.
    retry: { attempts: 7, firstWaitMs: 2_000 },
  },
  'securityEvent.cleanUp': hourly,
  'usageReport.send': { payload: z.object({ usage_report_id: z.number() }), retry: standardRetry },
} as const satisfies Record<JobKind, KindDefinition<unknown>>

type Payloads = { [Kind in JobKind]: z.output<(typeof jobKinds)[Kind]['payload']> }
export type JobPayload<Kind extends JobKind> = Payloads[Kind]

/** The same table, typed so that a payload keeps the type of its kind. */
const definitions: { [Kind in JobKind]: KindDefinition<Payloads[Kind]> } = jobKinds

/** Parses the payload of a stored job, which an older release may have written. */
export const readPayload = <Kind extends JobKind>(kind: Kind, payload: unknown) =>
  definitions[kind].payload.safeParse(payload)

/** Returns the payload of a stored job, or throws. */
export function parsePayload<Kind extends JobKind>(kind: Kind, payload: unknown): JobPayload<Kind> {
  const parsed = readPayload(kind, payload)
  if (parsed.success) return parsed.data
  throw new Error(`The payload is not one of the kind ${kind}: ${z.prettifyError(parsed.error)}`)
}

/** Returns the retry policy of a stored job, whose kind may be from another release. */
export const retryFor = (kind: string): RetryPolicy =>
  isJobKind(kind) ? definitions[kind].retry : standardRetry

/**
 * Returns whether new jobs of this kind start after those that someone is waiting for, unless `enqueue` says otherwise.
 */
export const isLowPriorityKind = (kind: JobKind): boolean =>
  definitions[kind].isLowPriority ?? definitions[kind].everyMs !== undefined

/** Lists the scheduled kinds with the start of the current interval of each. */
export const scheduledAt = (now: Date): { kind: JobKind; slot: Date }[] =>
  Object.keys(definitions)
    .filter(isJobKind)
    .flatMap((kind) => {
      const { everyMs } = definitions[kind]
      return everyMs === undefined
        ? []
        : [{ kind, slot: new Date(Math.floor(now.getTime() / everyMs) * everyMs) }]
    })

/** Thrown by a handler when another attempt could not succeed either. */
export class FinalError extends Error {}

/** The handler of one kind of job. Running it twice must have the same effect as running it once. */
export interface JobHandler<Kind extends JobKind> {
  run: (services: Services, payload: JobPayload<Kind>) => Promise<void>
  /** Called after the last attempt failed, or when someone cancels the job. */
  giveUp?: (services: Services, payload: JobPayload<Kind>) => Promise<void>
  /**
   * Reverts `giveUp` before a retry of jobs with these payloads. Returns for each whether there is something to do,
   * which isn't so if the request was repeated or is gone.
   */
  reopen?: (tx: Tx, now: Date, payloads: readonly JobPayload<Kind>[]) => Promise<boolean[]>
}

/** Returns a `reopen` that reverts one job at a time, for kinds of which few fail. */
export const reopenEach =
  <Payload>(reopen: (tx: Tx, now: Date, payload: Payload) => Promise<boolean>) =>
  async (tx: Tx, now: Date, payloads: readonly Payload[]): Promise<boolean[]> => {
    const reopened: boolean[] = []
    for (const payload of payloads) reopened.push(await reopen(tx, now, payload))
    return reopened
  }

export type JobHandlers = { [Kind in JobKind]: JobHandler<Kind> }
