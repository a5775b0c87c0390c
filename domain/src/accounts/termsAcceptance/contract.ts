import { z } from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { requiredLine } from '../../http/fields.ts'
import * as calls from './calls.ts'

/** Names the version, so that the caller can't accept terms that were published after the page was loaded. */
export const acceptTerms = endpoint({
  ...calls.acceptTerms,
  summary: 'Accept the current version of the terms',
  body: z.strictObject({ version: requiredLine(100) }),
  success: 204,
})
