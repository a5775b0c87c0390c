import { z } from 'zod'
import { endpoint } from '../http/endpoint.ts'
import { bodyId, ifUnchangedSince, optionalText, pathId, requiredLine, timestamp } from '../http/fields.ts'
import { listFilters } from '../http/filters.ts'
import { pagingQuery } from '../http/listFields.ts'
import { isBlank } from '../text/characters.ts'
import { formatNumber } from '../text/formatNumber.ts'
import {
  anyClient,
  fillTypes,
  maxIntervalMs,
  maxLimit,
  maxTemplates,
  quotaServers,
  templateNames,
} from './rules.ts'
import * as calls from './calls.ts'

const maxBucketName = 100
export const maxReason = 500
const noReason = 'No reason given'

const QuotaServer = z.enum(quotaServers, `Server must be one of ${quotaServers.join(', ')}`)

const wholeSeconds = `An interval is a number of milliseconds in whole seconds, from ${formatNumber(1000)} to ${formatNumber(maxIntervalMs)}`
const wholeCalls = `A limit is a whole number from 1 to ${formatNumber(maxLimit)}`

/** One window of a bucket (RATE-08). */
export const BucketTemplate = z.strictObject({
  name: z.enum(templateNames, `Name must be one of ${templateNames.join(', ')}`),
  fill_type: z.enum(fillTypes, `Fill type must be one of ${fillTypes.join(', ')}`),
  interval_ms: z
    .number(wholeSeconds)
    .int(wholeSeconds)
    .min(1000, wholeSeconds)
    .max(maxIntervalMs, wholeSeconds)
    .multipleOf(1000, wholeSeconds),
  limit: z.number(wholeCalls).int(wholeCalls).min(1, wholeCalls).max(maxLimit, wholeCalls),
  server: QuotaServer,
})
export type BucketTemplate = z.infer<typeof BucketTemplate>

const Person = z.object({ id: z.number(), name: z.string() })

/** A bucket in replies (RATE-06, API-22). */
export const Bucket = z.object({
  id: z.number(),
  server: z.enum(quotaServers),
  name: z.string(),
  client_id: z.string(),
  domain: z.string(),
  /** The app with this OAuth app id, if this portal has one. */
  app: z.object({ id: z.number(), internal_name: z.string() }).nullable(),
  /** The bucket id of this domain and client on each server that has one. */
  ids: z.partialRecord(z.enum(quotaServers), z.number()),
  bucket_templates: z.array(BucketTemplate),
  created_at: timestamp,
  updated_at: timestamp,
})
export type Bucket = z.infer<typeof Bucket>

/** Any text, so that an unknown server returns 404 instead of 422. */
const serverName = z.string().meta({ description: `One of ${quotaServers.join(', ')}` })
const onServer = z.strictObject({ server: serverName })
const byId = z.strictObject({ server: serverName, id: pathId })

/** Required by the page but optional in the API, as specified (API-19 to API-21). */
const reason = optionalText(maxReason)
  .transform((text) => (isBlank(text) ? noReason : text))
  .default(noReason)

const scope = {
  /** "Should be *": every client of the app, each counted separately. */
  client_id: requiredLine(200).default(anyClient),
  domain: requiredLine(200),
}

const templates = z
  .array(BucketTemplate)
  .min(1, 'A bucket has at least one template')
  .max(maxTemplates, `A bucket has at most ${maxTemplates} templates on a server`)

const bucketFields = { name: requiredLine(maxBucketName), ...scope, bucket_templates: templates }

export const BucketFields = z.strictObject(bucketFields)
export type BucketFields = z.infer<typeof BucketFields>

/** Accepted because a bucket has them (RATE-06), and ignored because the server assigns them. */
const ids = z.partialRecord(QuotaServer, z.number()).optional()

export const listQuotaServers = endpoint({
  ...calls.listQuotaServers,
  summary: 'List the servers with managed buckets, each with its number of buckets',
  reply: z.array(z.object({ name: z.enum(quotaServers), buckets: z.number() })),
})

export const listBuckets = endpoint({
  ...calls.listBuckets,
  summary: 'List the buckets of a server by name',
  params: onServer,
  reply: z.array(Bucket),
})

export const createBucket = endpoint({
  ...calls.createBucket,
  summary: 'Create a bucket on a server',
  params: onServer,
  body: BucketFields.extend({ ids, reason }),
  reply: Bucket,
  success: 201,
})

export const updateBucket = endpoint({
  ...calls.updateBucket,
  summary: 'Update a bucket; templates in the request replace the existing ones',
  params: byId,
  body: z.strictObject({
    name: bucketFields.name.optional(),
    client_id: requiredLine(200).optional(),
    domain: bucketFields.domain.optional(),
    bucket_templates: templates.optional(),
    ids,
    reason,
    if_unchanged_since: ifUnchangedSince,
  }),
  reply: Bucket,
})

export const deleteBucket = endpoint({
  ...calls.deleteBucket,
  summary: 'Delete a bucket; its clients fall back to the default limits',
  params: byId,
  query: z.strictObject({ reason, if_unchanged_since: ifUnchangedSince }),
  success: 204,
})

const Counts = {
  calls: z.number(),
  /** How many of them the current buckets refuse. */
  throttled_now: z.number(),
  /** How many of them the buckets would refuse after the change. */
  throttled_then: z.number(),
}

export const Preview = z.object({
  /** The preview covers calls from this time. Earlier ones only determine the usage at its start. */
  from: timestamp,
  to: timestamp,
  ...Counts,
  /** The hours in which the buckets refuse a call, before or after: at most 200, most affected first. */
  hours: z.array(
    z.object({
      domain: z.string(),
      app_name: z.string().nullable(),
      client: z.string(),
      hour: timestamp,
      ...Counts,
    }),
  ),
  /** The total number of such hours. */
  total_hours: z.number(),
  /** How many of the apps' clients the preview covers, the busiest ones first. */
  clients: z.number(),
  total_clients: z.number(),
  /** The bucket before the change: the one with the `id`, otherwise the one for the same domain and client, if any. */
  bucket: Bucket.nullable(),
})
export type Preview = z.infer<typeof Preview>

export const previewBucket = endpoint({
  ...calls.previewBucket,
  summary: 'Preview what a change would have throttled in the last 24 hours',
  params: onServer,
  body: z.strictObject({
    /** The bucket to change. If omitted, one is added. */
    id: bodyId.optional(),
    ...scope,
    /** Null deletes the bucket. */
    bucket_templates: templates.nullable(),
  }),
  reply: Preview,
})

export const bucketChangeKinds = ['created', 'updated', 'deleted', 'reverted'] as const

const BucketState = z.object({
  name: z.string(),
  client_id: z.string(),
  domain: z.string(),
  bucket_templates: z.array(BucketTemplate),
})
export type BucketState = z.infer<typeof BucketState>

export const BucketChange = z.object({
  id: z.number(),
  bucket_id: z.number(),
  kind: z.enum(bucketChangeKinds),
  /** Null if there was no bucket before. */
  before: BucketState.nullable(),
  /** Null if there was none after the change. */
  after: BucketState.nullable(),
  reason: z.string(),
  changed_by: Person,
  changed_at: timestamp,
  /** The change that this one reverted. */
  reverts: z.number().nullable(),
})
export type BucketChange = z.infer<typeof BucketChange>

export const listBucketChanges = endpoint({
  ...calls.listBucketChanges,
  summary:
    'List the changes to the buckets of a server, or to one bucket, with their authors and reasons, newest first',
  params: onServer,
  query: z.strictObject({
    ...pagingQuery,
    filters: listFilters(z.strictObject({ bucket_id: pathId.optional() })).optional(),
  }),
  reply: z.array(BucketChange),
})

export const revertBucketChange = endpoint({
  ...calls.revertBucketChange,
  summary: 'Revert a bucket to its state before a change; this creates a new change',
  params: byId,
  body: z.strictObject({ reason, if_unchanged_since: ifUnchangedSince }),
  reply: BucketChange,
  success: 201,
})

const CheckedWindow = z.object({
  name: z.enum(templateNames),
  fill_type: z.enum(fillTypes),
  interval_ms: z.number(),
  limit: z.number(),
  remaining: z.number(),
  reset: z.number(),
})

/**
 * The data that a gate needs to answer a call. `limit`, `remaining` and `reset` are the headers of platform-facts §5.
 */
export const QuotaAnswer = z.object({
  allowed: z.boolean(),
  /** Of the limit that is hit first: the fewest calls left, and in a tie the one that ends first. */
  limit: z.number(),
  remaining: z.number(),
  /** Unix seconds when the whole limit is available again. */
  reset: z.number(),
  /** Seconds until a refused call may be retried; null when it is allowed. */
  retry_after: z.number().nullable(),
  /** The bucket that decided; null for the default limits. */
  bucket_id: z.number().nullable(),
  windows: z.array(CheckedWindow),
})
export type QuotaAnswer = z.infer<typeof QuotaAnswer>

export const checkQuota = endpoint({
  ...calls.checkQuota,
  summary:
    'Check as a platform server whether the limits allow a call; only allowed calls count, and each check ID counts once',
  body: z.strictObject({
    server: QuotaServer,
    /** The caller's OAuth app id. */
    domain: requiredLine(200),
    /** The app's client, if clients are counted separately: the company of a service account. */
    client_id: requiredLine(200)
      .refine((text) => text !== anyClient, 'Name one client, or leave it out')
      .optional(),
    occurred_at: timestamp,
    /** Makes retries safe: the same id gets the same response. */
    check_id: z
      .string()
      .regex(/^[\x21-\x7E]{1,100}$/, 'A check id has 1 to 100 characters of ASCII, without spaces')
      .optional(),
  }),
  reply: QuotaAnswer,
})
export type QuotaCheck = z.infer<(typeof checkQuota)['body']>
