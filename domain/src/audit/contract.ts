import { z } from 'zod'
import { endpoint } from '../http/endpoint.ts'
import { bodyId, day, optionalLine, timestamp } from '../http/fields.ts'
import { listFilters } from '../http/filters.ts'
import { pagingQuery, searchText } from '../http/listFields.ts'
import * as calls from './calls.ts'

export const actorKinds = ['person', 'visitor', 'job', 'command', 'service'] as const

/** One entry of the audit log. It never contains a secret, a password or a token. */
export const AuditEventRow = z.object({
  id: z.number(),
  at: timestamp,
  actor_kind: z.enum(actorKinds),
  /** The developer who acted. Null for an anonymous client, a job, a command, a service, or a deleted account. */
  actor: z.object({ id: z.number(), name: z.string(), email: z.string() }).nullable(),
  /** The personal access token that the developer's program used. Its name is removed when the account is deleted. */
  token: z
    .object({ id: z.number(), name: z.string().nullable(), last_four: z.string().nullable() })
    .nullable(),
  /** What happened, in the past tense: `version.promoted`. */
  action: z.string(),
  app: z.object({ id: z.number(), internal_name: z.string() }).nullable(),
  /** The current name of a developer. For anything else, the name that the entry recorded, if any. */
  subject: z.object({ type: z.string(), id: z.string(), name: z.string().nullable() }),
  /** Each changed field, before and after. */
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  request_id: z.string().nullable(),
})
export type AuditEventRow = z.infer<typeof AuditEventRow>

/**
 * Dates are UTC days, both inclusive. The search matches people, apps, and complete ids of subjects and requests.
 */
const auditFilters = listFilters(
  z
    .strictObject({
      actor_id: bodyId.optional(),
      app_id: bodyId.optional(),
      token_id: bodyId.optional(),
      /** The person affected by the action. */
      developer_id: bodyId.optional(),
      action: optionalLine(100).optional(),
      subject_type: optionalLine(100).optional(),
      from: day.optional(),
      to: day.optional(),
      search: searchText,
    })
    .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      path: ['to'],
      message: 'The last day is before the first',
    }),
).optional()

export const listAuditEvents = endpoint({
  ...calls.listAuditEvents,
  summary: 'List the audit log, newest first',
  query: z.strictObject({ ...pagingQuery, filters: auditFilters }),
  reply: z.array(AuditEventRow),
})

export const exportAuditEvents = endpoint({
  ...calls.exportAuditEvents,
  summary: 'Export the entries of the audit log that match the filters as CSV, newest first',
  query: z.strictObject({ filters: auditFilters }),
  csv: 'audit-events.csv',
})

/** The values that the audit log can be filtered by. */
const AuditVocabulary = z.object({ actions: z.array(z.string()), subject_types: z.array(z.string()) })

export const getAuditVocabulary = endpoint({
  ...calls.getAuditVocabulary,
  summary: 'List the actions and subject types that occur in the audit log',
  reply: AuditVocabulary,
})
