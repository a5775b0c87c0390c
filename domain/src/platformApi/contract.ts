import { z } from 'zod'
import { endpoint } from '../http/endpoint.ts'
import { pathId } from '../http/fields.ts'
import * as calls from './calls.ts'

export const rfiStatuses = ['draft', 'open', 'closed'] as const
export type RfiStatus = (typeof rfiStatuses)[number]
export const costImpacts = ['yes', 'no', 'tbd', 'none'] as const
export type CostImpact = (typeof costImpacts)[number]

const maxSubject = 200
const maxQuestion = 20_000
const maxSection = 100
const maxIds = 50

const required = (kind: string) => ({
  error: ({ input }: { input?: unknown }): string =>
    input === undefined ? 'is required' : `must be ${kind}`,
})
const text = (max: number) =>
  z
    .string(required('a string'))
    // PostgreSQL stores every character but this one.
    .refine((value) => !value.includes('\0'), 'contains a character that is not allowed')
    .max(max, `must have at most ${max} characters`)
const filledText = (max: number) => text(max).refine((value) => value.trim() !== '', 'is required')
const id = z
  .number(required('a whole number'))
  .int('must be a whole number')
  .positive('must be a whole number')
const ids = z.array(id, required('a list of ids')).max(maxIds, `must have at most ${maxIds} ids`)
const date = z.iso.date({ error: 'must be a date such as 2026-09-29' }).regex(/^(?!0000)/, 'must be a date')
const choice = <const T extends readonly string[]>(values: T) =>
  z.enum(values, `must be one of ${values.join(', ')}`)
const amountDigits = 12
const amount = z
  .string(required('a string'))
  .regex(
    new RegExp(String.raw`^-?\d{1,${amountDigits}}\.\d{2}$`),
    `must be an amount such as 1200.00, with at most ${amountDigits} digits before the point`,
  )
const maxDays = 10_000
const days = z
  .number(required('a whole number'))
  .int('must be a whole number')
  .min(0, 'must not be negative')
  .max(maxDays, `must be at most ${maxDays}`)

export const RfiInput = z.strictObject(
  {
    rfi: z.strictObject(
      {
        subject: filledText(maxSubject),
        question: filledText(maxQuestion),
        status: choice(['draft', 'open']).default('draft'),
        assignee_ids: ids.default([]),
        rfi_manager_id: id.optional(),
        due_date: date.optional(),
        location_id: id.optional(),
        drawing_ids: ids.default([]),
        specification_section: text(maxSection).optional(),
        cost_impact: choice(costImpacts).default('tbd'),
        is_private: z.boolean('must be true or false').default(false),
        upload_ids: z.array(z.uuid('must be a UUID'), required('a list of ids')).default([]),
      },
      required('an object'),
    ),
  },
  required('an object'),
)
export type RfiInput = z.infer<typeof RfiInput>['rfi']

export const RfiUpdate = z.strictObject(
  {
    rfi: z
      .strictObject(
        {
          subject: filledText(maxSubject),
          status: choice(['open', 'closed']),
          assignee_ids: ids,
          rfi_manager_id: id,
          due_date: date.nullable(),
          cost_impact: choice(costImpacts),
          cost_impact_amount: amount.nullable(),
          schedule_impact_days: days.nullable(),
        },
        required('an object'),
      )
      .partial(),
  },
  required('an object'),
)
export type RfiUpdate = z.infer<typeof RfiUpdate>['rfi']

const maxTryPath = 2000

const tryCallers = ['service_account', 'member'] as const

/** A call to the sandbox's API and the API's own reply. */
export const tryCall = endpoint({
  ...calls.tryCall,
  summary: "Call the API in the app's sandbox as a signed-in member of the app",
  params: z.strictObject({ id: pathId }),
  body: z.strictObject({
    method: z.enum(['GET', 'POST', 'PATCH'], 'Method must be one of GET, POST, PATCH'),
    path: z
      .string('Path is required')
      .max(maxTryPath, `Path must have at most ${maxTryPath} characters`)
      .regex(/^\/rest\/[\x21-\x7E]*$/, 'Path must begin with /rest/ and have no spaces'),
    /** The JSON document to send. */
    body: z.unknown().optional(),
  }),
  reply: z.object({
    status: z.number(),
    headers: z.record(z.string(), z.string()),
    body: z.unknown(),
    /** The owner of the token that made the call: the app itself or the member who called. */
    called_as: z.enum(tryCallers),
  }),
})
export type TryRequest = z.infer<(typeof tryCall)['body']>
export type TryReply = z.infer<(typeof tryCall)['reply']>
