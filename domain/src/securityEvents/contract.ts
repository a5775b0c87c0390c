import { z } from 'zod'
import { actorKinds } from '../audit/contract.ts'
import { endpoint } from '../http/endpoint.ts'
import { bodyId, day, optionalLine, timestamp } from '../http/fields.ts'
import { listFilters } from '../http/filters.ts'
import { pagingQuery } from '../http/listFields.ts'
import { maxSearch } from '../http/paging.ts'
import * as calls from './calls.ts'

/** The cause of an event: the account owner, platform staff, or the person who tried to sign in. */
const causes = ['owner', 'staff', 'visitor', 'portal'] as const

/** An entry of the security log as the owner of the account sees it. */
export const AccountSecurityEvent = z.object({
  id: z.number(),
  at: timestamp,
  /** What happened, in the past tense: `password.changed`. */
  kind: z.string(),
  by: z.enum(causes),
  /** The browser and the network, as in the list of sessions; null if staff or the portal caused it. */
  browser: z.string().nullable(),
  network: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type AccountSecurityEvent = z.infer<typeof AccountSecurityEvent>

export const listAccountSecurityEvents = endpoint({
  ...calls.listAccountSecurityEvents,
  summary: "List the security log of the caller's account, newest first",
  query: z.strictObject(pagingQuery),
  reply: z.array(AccountSecurityEvent),
})

const person = z.object({ id: z.number(), name: z.string(), email: z.string() })

/** An entry of the security log as platform staff see it. */
export const SecurityEventRow = AccountSecurityEvent.omit({ by: true }).extend({
  /** The account. Null if no account has the address that someone typed. */
  developer: person.nullable(),
  actor_kind: z.enum(actorKinds),
  actor: person.nullable(),
  request_id: z.string().nullable(),
})
export type SecurityEventRow = z.infer<typeof SecurityEventRow>

/** Days are UTC days, including the last one. `typed_email` finds failed sign-ins with exactly this address. */
const securityEventFilters = listFilters(
  z
    .strictObject({
      developer_id: bodyId.optional(),
      kind: optionalLine(100).optional(),
      typed_email: optionalLine(254).optional(),
      network: optionalLine(maxSearch).optional(),
      from: day.optional(),
      to: day.optional(),
    })
    .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      path: ['to'],
      message: 'The last day is before the first',
    }),
).optional()

export const listSecurityEvents = endpoint({
  ...calls.listSecurityEvents,
  summary: 'List the security log of all accounts, newest first',
  query: z.strictObject({ ...pagingQuery, filters: securityEventFilters }),
  reply: z.array(SecurityEventRow),
})
