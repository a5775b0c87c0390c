import { z } from 'zod'
import { endpoint } from '../http/endpoint.ts'

/** The id of each level, as used in a tool's `disabled_uals` (PERM-05). */
export const levelIds = { none: 1, readonly: 2, standard: 3, admin: 4 } as const
export type Level = keyof typeof levelIds
export type LevelId = (typeof levelIds)[Level]

export const levels = ['none', 'readonly', 'standard', 'admin'] as const satisfies Level[]

export const scopes = ['company', 'project'] as const
export type Scope = (typeof scopes)[number]

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
  operationId: 'listPermissionTools',
  method: 'GET',
  path: '/api/v1/permission_tools',
  summary: 'The tools a service account can be given, for companies and for projects',
  reply: PermissionTools,
})
