import { z } from 'zod'
import { scopes } from '../permissions/levels.ts'
import { changeTypes } from './changeTypes.ts'

/** The files of the documentation, under `content/reference/BRANCH`. */
export const visibilities = ['public', 'private', 'internal'] as const
export type Visibility = (typeof visibilities)[number]

/** Marks the audience of something. Without a mark, it is not public. */
const XDoc = z.looseObject({ visibility: z.enum(visibilities).optional() })

export const supportLevels = ['internal', 'alpha', 'beta', 'production'] as const

export const httpMethods = ['get', 'put', 'post', 'patch', 'delete'] as const
export type HttpMethod = (typeof httpMethods)[number]

const slug = z.string().regex(/^[a-z0-9._~-]+$/, 'must be lowercase letters, digits and hyphens')

export const BranchFile = z.strictObject({
  name: z.string().min(1),
  sha: z.string().regex(/^[\da-f]{7,40}$/, 'must be 7 to 40 hexadecimal digits'),
  default: z.boolean(),
  /** The branch this one is based on. Files missing here come from there. */
  base: z.string().min(1).optional(),
})

/** The head of an overview page, followed by markdown. */
export const DocHead = z.strictObject({
  title: z.string().min(1),
  order: z.number(),
  summary: z.string().min(1),
})

/** One change of the platform's API (CHG-21). The description is markdown. */
export const ChangelogEntry = z.object({
  summary: z.string().min(1),
  description: z.string(),
  endpoint: z.string().regex(/^(GET|PUT|POST|PATCH|DELETE) \/\S*$/, 'must be a verb and a path'),
  type: z.enum(changeTypes),
  breaking: z.boolean(),
  datestamp: z.iso.date(),
  versions: z.array(z.string().regex(/^\d+(\.\d+)*$/, 'must be digits and dots, as text')),
  link: z.string().optional(),
  'x-doc': XDoc.optional(),
})
export type ChangelogEntry = z.infer<typeof ChangelogEntry>

export const ChangelogFile = z.array(ChangelogEntry)

const operationFields = {
  operationId: z.string().min(1),
  summary: z.string().min(1),
  description: z.string().optional(),
  deprecated: z.boolean().optional(),
  'x-doc': XDoc.optional(),
  'x-support-level': z.enum(supportLevels).optional(),
  'x-deprecated-at': z.iso.date().optional(),
  'x-sunset-at': z.iso.date().optional(),
  /** The level of access to a tool that the caller needs. */
  'x-tool': z
    .strictObject({ scope: z.enum(scopes), name: z.string().min(1), level: z.enum(['read', 'write']) })
    .optional(),
  /** The changes of the call, which the server adds. */
  'x-changelog': z.array(ChangelogEntry).optional(),
}

export const Operation = z.looseObject(operationFields)
export type Operation = z.infer<typeof Operation>

const PathItem = z.looseObject({
  get: Operation.optional(),
  put: Operation.optional(),
  post: Operation.optional(),
  patch: Operation.optional(),
  delete: Operation.optional(),
})

/** The OpenAPI 3.1 document of one resource group, with the reference's additions. */
export const GroupDocument = z.looseObject({
  openapi: z.string().regex(/^3\.[01]\./),
  info: z.looseObject({ title: z.string().min(1), version: z.string(), description: z.string().optional() }),
  'x-group': z.object({
    slug,
    product_category: z.string().min(1),
    order: z.number(),
    support_level: z.enum(supportLevels),
  }),
  'x-doc': XDoc.optional(),
  paths: z.record(z.string().startsWith('/'), PathItem),
})
export type GroupDocument = z.infer<typeof GroupDocument>

export interface Doc extends z.infer<typeof DocHead> {
  slug: string
  body: string
}

/** One state of the whole documentation. */
export interface Branch extends z.infer<typeof BranchFile> {
  /** In display order. */
  docs: Doc[]
  groups: GroupDocument[]
  /** Newest first. */
  changelog: ChangelogEntry[]
}
