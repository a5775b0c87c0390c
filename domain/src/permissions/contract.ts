import { z } from 'zod'
import { endpoint } from '../http/endpoint.ts'
import * as calls from './calls.ts'

export const Tool = z.object({
  name: z.string(),
  friendly_name: z.string(),
  /** The ids of levels this tool does not have. */
  disabled_uals: z.array(z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])),
})
export type Tool = z.infer<typeof Tool>

export const PermissionTools = z.object({ company: z.array(Tool), project: z.array(Tool) })
export type PermissionTools = z.infer<typeof PermissionTools>

export const listPermissionTools = endpoint({
  ...calls.listPermissionTools,
  tokenActions: 'any',
  summary: 'List the tools that a service account can be granted, for companies and for projects',
  reply: PermissionTools,
})
