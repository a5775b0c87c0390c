import { z } from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { flag, optionalLine, pathId, requiredLine } from '../../http/fields.ts'
import { AdminDeveloper } from '../contract.ts'
import { maxSuspensionReason } from './rules.ts'
import * as calls from './calls.ts'

const params = z.strictObject({ id: pathId })

export const suspendDeveloper = endpoint({
  ...calls.suspendDeveloper,
  confirmation: true,
  summary: 'Suspend a developer: ends everything that acts for them, and refuses their sign-ins',
  params,
  body: z.strictObject({ reason: requiredLine(maxSuspensionReason) }),
  reply: AdminDeveloper,
})

export const restoreDeveloper = endpoint({
  ...calls.restoreDeveloper,
  confirmation: true,
  summary:
    'Restore a suspended developer, who can then sign in again. With `end_password`, the password stops working, and the developer gets a link to choose a new one by email',
  params,
  body: z
    .strictObject({
      reason: optionalLine(maxSuspensionReason).optional(),
      /** Defaults to false. */
      end_password: flag.optional(),
    })
    .optional(),
  reply: AdminDeveloper,
})
