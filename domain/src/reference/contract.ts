import { z } from 'zod'
import { endpoint } from '../http/endpoint.ts'
import { flag } from '../http/fields.ts'
import { commaList, listFilters } from '../http/filters.ts'
import { pagingQuery, searchText } from '../http/listFields.ts'
import { changeTypes } from './changeTypes.ts'
import { ChangelogEntry, GroupDocument, supportLevels, visibilities } from './content.ts'
import * as calls from './calls.ts'

/** The state of the documentation. If omitted, the default one. */
const onBranch = { custom_service_sha: z.string().trim().max(64).optional() }
const branchQuery = z.strictObject(onBranch)

const ReferenceBranch = z.object({ name: z.string(), sha: z.string(), default: z.boolean() })

/** A group in the index. Its links are its versions, newest last. */
export const ResourceGroup = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  product_category: z.string(),
  support_level: z.enum(supportLevels),
  visibility: z.enum(visibilities),
  endpoints: z.number(),
  links: z.array(z.object({ version: z.string(), href: z.string() })),
})
export type ResourceGroup = z.infer<typeof ResourceGroup>

export const ReferenceDocRow = z.object({ slug: z.string(), title: z.string(), summary: z.string() })
export type ReferenceDocRow = z.infer<typeof ReferenceDocRow>

export const ReferenceDoc = ReferenceDocRow.extend({ body: z.string() })
export type ReferenceDoc = z.infer<typeof ReferenceDoc>

/** A search result of the reference. */
export const SearchEntry = z.object({
  kind: z.enum(['group', 'endpoint', 'doc']),
  title: z.string(),
  /** The method and path of an endpoint, the category of a group, the summary of a guide, the guide of a heading. */
  detail: z.string(),
  /** The text below a heading of a guide. */
  text: z.string().optional(),
  href: z.string(),
})
export type SearchEntry = z.infer<typeof SearchEntry>

export const listResourceGroups = endpoint({
  ...calls.listResourceGroups,
  tokenActions: 'any',
  summary: "List the resource groups of the platform's API that the caller can read",
  query: z.strictObject({ version: z.literal('rest_v1').default('rest_v1'), ...onBranch }),
  reply: z.array(ResourceGroup),
})

export const listReferenceBranches = endpoint({
  ...calls.listReferenceBranches,
  tokenActions: 'any',
  summary: 'List the branches of the documentation, for employees and platform admins',
  reply: z.array(ReferenceBranch),
})

export const listChangelog = endpoint({
  ...calls.listChangelog,
  tokenActions: 'any',
  summary: "List the changes of the platform's API that the caller can read, newest first",
  query: z.strictObject({
    ...pagingQuery,
    ...onBranch,
    filters: listFilters(
      z.strictObject({
        type: commaList(z.array(z.enum(changeTypes)).max(changeTypes.length)).optional(),
        breaking: flag.optional(),
        search: searchText,
      }),
    ).optional(),
  }),
  reply: z.array(ChangelogEntry),
})

export const getResourceGroup = endpoint({
  ...calls.getResourceGroup,
  tokenActions: 'any',
  summary: 'Get the OpenAPI document of a resource group, limited to what the caller can read',
  params: z.strictObject({ slug: z.string().max(200) }),
  query: branchQuery,
  reply: GroupDocument,
})

export const listReferenceDocs = endpoint({
  ...calls.listReferenceDocs,
  tokenActions: 'any',
  summary: 'List the overview pages of the reference, in reading order',
  query: branchQuery,
  reply: z.array(ReferenceDocRow),
})

export const getReferenceDoc = endpoint({
  ...calls.getReferenceDoc,
  tokenActions: 'any',
  summary: 'Get an overview page in Markdown',
  params: z.strictObject({ page: z.string().max(200) }),
  query: branchQuery,
  reply: ReferenceDoc,
})

export const listSearchEntries = endpoint({
  ...calls.listSearchEntries,
  tokenActions: 'any',
  summary: 'Get a search index of the parts of the reference that the caller can read',
  query: branchQuery,
  reply: z.array(SearchEntry),
})
