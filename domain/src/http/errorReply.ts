import { z } from 'zod'
import { confirmationMethods } from './confirmation.ts'
import { errorCodes } from './errors.ts'

/**
 * The error reply of every call (ERR-42). `current` is the stored object when a stale save was refused. `methods` lists
 * how the caller can confirm who they are when the call asks for it.
 */
export const ErrorReply = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  errors: z.array(z.string()),
  fields: z.record(z.string(), z.array(z.string())).optional(),
  current: z.unknown().optional(),
  methods: z.array(z.enum(confirmationMethods)).optional(),
  request_id: z.string(),
})
export type ErrorReply = z.infer<typeof ErrorReply>
