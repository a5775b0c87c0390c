import { z } from 'zod'
import { errorCodes } from './errors.ts'

/** The error reply of every call (ERR-42). `current` is the stored object when a stale save was refused. */
export const ErrorReply = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  errors: z.array(z.string()),
  fields: z.record(z.string(), z.array(z.string())).optional(),
  current: z.unknown().optional(),
  request_id: z.string(),
})
export type ErrorReply = z.infer<typeof ErrorReply>
