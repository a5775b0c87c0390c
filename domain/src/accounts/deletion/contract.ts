import { z } from 'zod'
import { appRoles } from '../../access/roles.ts'
import { endpoint } from '../../http/endpoint.ts'
import { emailAddress, timestamp } from '../../http/fields.ts'
import { Developer } from '../contract.ts'
import * as calls from './calls.ts'

const rows = z.array(z.record(z.string(), z.unknown()))

/** Everything that is stored about an account, without secrets and their hashes. */
export const AccountExport = z.object({
  exported_at: timestamp,
  account: Developer.extend({
    terms_version: z.string(),
    terms_accepted_at: timestamp,
    last_sign_in_at: timestamp.nullable(),
  }),
  apps: z.array(z.object({ id: z.number(), internal_name: z.string(), role: z.enum(appRoles) })),
  /** The newest entries of the audit log that the account caused. */
  audit_events: rows,
  /** The rows of every other table that belong to the account, by the name of the table. */
  tables: z.record(z.string(), rows),
})
export type AccountExport = z.infer<typeof AccountExport>

export const exportAccount = endpoint({
  ...calls.exportAccount,
  summary: "Export everything that is stored about the caller's account",
  reply: AccountExport,
  confirmation: true,
})

export const deleteAccount = endpoint({
  ...calls.deleteAccount,
  summary: "Delete the caller's account; refused while they own apps",
  body: z.strictObject({ email: emailAddress }),
  success: 204,
  confirmation: true,
})
