import { z } from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { emailAddress, timestamp } from '../../http/fields.ts'
import * as calls from './calls.ts'

const linkToken = z.string().min(1).max(200)

/** Always answers 202, so that it doesn't reveal whether an address is registered. */
export const requestEmailChange = endpoint({
  ...calls.requestEmailChange,
  needsConfirmedEmail: true,
  summary: "Email a link to a new address, which then becomes that of the caller's account",
  body: z.strictObject({ email: emailAddress }),
  success: 202,
  confirmation: true,
})

/** The change waiting for its link to be opened. A change to a taken address also waits, to reveal nothing. */
const PendingEmailChange = z.object({ new_email: z.string(), expires_at: timestamp })

export const getPendingEmailChange = endpoint({
  ...calls.getPendingEmailChange,
  summary: "Get the change of the caller's email address that waits for confirmation",
  reply: z.object({ pending: PendingEmailChange.nullable() }),
})

export const cancelEmailChange = endpoint({
  ...calls.cancelEmailChange,
  summary: "Cancel the change of the caller's email address that waits for confirmation",
  success: 204,
})

/** The purpose of the link in the email to the new address, shown to anyone who opens it. */
export const EmailChange = z.object({
  new_email: z.string(),
  /** Whether it is the signed-in account. */
  is_own: z.boolean(),
})
export type EmailChange = z.infer<typeof EmailChange>

export const getEmailChange = endpoint({
  ...calls.getEmailChange,
  summary: 'Get the new address of a link without confirming it',
  params: z.strictObject({ token: linkToken }),
  reply: EmailChange,
})

/** Needs a session of the account: the new address may be mistyped, and its owner must not get the account. */
export const confirmEmailChange = endpoint({
  ...calls.confirmEmailChange,
  summary: "Change the caller's email address with the token from the new one, and end every other session",
  body: z.strictObject({ token: linkToken }),
  reply: z.object({ email: z.string() }),
})

/** The change that the link in the email to the old address would undo. */
const EmailUndo = z.object({ old_email: z.string() })

export const getEmailUndo = endpoint({
  ...calls.getEmailUndo,
  summary: 'Get the old address of a link without undoing the change',
  params: z.strictObject({ token: linkToken }),
  reply: EmailUndo,
})

/** Everything that was added to the account after its address was changed, and no longer works. */
export const RemovedAccess = z.object({
  passkeys: z.number(),
  /** Whether an authenticator app was removed. */
  totp: z.boolean(),
  recovery_codes: z.boolean(),
  personal_tokens: z.number(),
  /** The number of apps that were authorized to act for the account. */
  apps: z.number(),
  /** The number of invitations to apps that were sent and not accepted yet. */
  invitations: z.number(),
  /** Whether the feed of announcements got a new address. */
  feed: z.boolean(),
})
export type RemovedAccess = z.infer<typeof RemovedAccess>

export const undoEmailChange = endpoint({
  ...calls.undoEmailChange,
  summary:
    'Set the email address of an account back with the token from the old one, and end its password, every session and what was added since',
  body: z.strictObject({ token: linkToken }),
  reply: z.object({ email: z.string(), removed: RemovedAccess }),
})
