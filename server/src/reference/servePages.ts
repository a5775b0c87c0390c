import { pagingQuery } from '@trestle/domain/http/listFields.ts'
import { defaultPerPage, lastPageFor } from '@trestle/domain/http/paging.ts'
import {
  matchingEntries,
  readableEntries,
  type ChangelogFilters,
} from '@trestle/domain/reference/changelog.ts'
import { changeTypes } from '@trestle/domain/reference/changeTypes.ts'
import { type Branch } from '@trestle/domain/reference/content.ts'
import { listEndpoints, withChangelog } from '@trestle/domain/reference/rules.ts'
import { pageAddress, type PageName } from '@trestle/domain/routes.ts'
import type { PublicView, ReferenceContentsView } from '@trestle/domain/shell/publicPage.ts'
import { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import { orNotFound } from '../errors.ts'
import type { EmbeddedData } from '../http/pages.ts'
import { toListAddress } from '../lists/toListAddress.ts'
import { toPaged } from '../lists/toPaged.ts'
import type { Services } from '../services.ts'
import { branchFor, branchOrNothing, findGroup } from './branch.ts'
import { presentGroups, presentSearch } from './present.ts'

/**
 * The most endpoints of a group that the server renders, each of which has about 30 KB of HTML. The web app shows
 * larger groups, because it only renders what is near the visible area.
 */
export const maxRenderedEndpoints = 25

const text = z.string().trim().catch('')

const SearchQuery = z.object({ search: text })
const BranchQuery = z.object({ custom_service_sha: z.string().trim().optional().catch(undefined) })

/** Reads an address as the web app does, which ignores what is invalid. */
const ChangelogQuery = z.object({
  page: pagingQuery.page.catch(1),
  per_page: pagingQuery.per_page.catch(defaultPerPage),
  filters: z
    .object({
      type: z.union([z.array(z.string()), z.string().transform((one) => [one])]).optional(),
      breaking: z.literal('true').optional(),
      search: text,
    })
    .partial()
    .catch({}),
})

type Content = Pick<Branch, 'docs' | 'groups' | 'changelog'>

function toContents({ docs, groups }: Content, query: unknown): ReferenceContentsView {
  const { search: words } = SearchQuery.parse(query)
  return {
    docs: docs.map(({ slug, title, summary }) => ({ slug, title, summary })),
    groups: presentGroups({ groups }, null),
    search: words === '' ? null : { words, entries: presentSearch({ docs, groups }, null) },
  }
}

interface PageRequest {
  params: Record<string, string | undefined>
  query: unknown
}

type Loaded = { view?: PublicView } | { redirect: string }

/** Returns a page that the server only renders for visitors, unless another server has the reference. */
const forVisitors = (
  page: PageName,
  load: (services: Services, requested: PageRequest) => Loaded,
): EmbeddedData => ({
  page,
  access: 'anyone',
  load: async (services, actor: Actor | null, requested) =>
    actor || services.settings.DEV_API_URL !== undefined ? {} : load(services, requested),
})

const findReadableBranch = (services: Services, query: unknown) =>
  branchFor(services, null, BranchQuery.parse(query).custom_service_sha)

function loadGroup(services: Services, { params, query }: PageRequest): Loaded {
  const branch = findReadableBranch(services, query)
  const group = orNotFound(findGroup(branch, params['group'] ?? '', null), 'Resource group')
  if (listEndpoints(group).length > maxRenderedEndpoints) return {}
  const changes = readableEntries(branch.changelog, null)
  return {
    view: {
      page: 'referenceGroup',
      contents: toContents(branch, query),
      document: withChangelog(group, changes),
    },
  }
}

function loadDoc(services: Services, { params, query }: PageRequest): Loaded {
  const branch = findReadableBranch(services, query)
  const doc = orNotFound(
    branch.docs.find(({ slug }) => slug === params['page']),
    'Page',
  )
  return { view: { page: 'referenceDoc', contents: toContents(branch, query), doc } }
}

function toFilters({ type, breaking, search }: z.infer<typeof ChangelogQuery>['filters']): ChangelogFilters {
  const named = type?.flatMap((each) => each.split(',')).map((each) => each.trim())
  return {
    ...(named && { type: changeTypes.filter((each) => named.includes(each)) }),
    ...(breaking && { breaking: true }),
    ...(search && { search }),
  }
}

function loadChangelog(services: Services, { query }: PageRequest): Loaded {
  const { page, per_page: perPage, filters: provided } = ChangelogQuery.parse(query)
  const filters = toFilters(provided)
  const { changelog } = branchOrNothing(services, null, undefined)
  const found = toPaged(
    matchingEntries(readableEntries(changelog, null), filters),
    { page, per_page: perPage },
    filters.search !== undefined,
  )
  const last = lastPageFor(found.total, perPage)
  if (page > last) return { redirect: toListAddress(pageAddress('changelog'), query, last) }
  return { view: { page: 'changelog', changelog: { ...found, page, perPage, filters } } }
}

/** The pages of visitors. The web app loads the same content itself. */
export const referencePages: EmbeddedData[] = [
  forVisitors('reference', (services, { query }) => ({
    view: {
      page: 'reference',
      contents: toContents(branchOrNothing(services, null, undefined), query),
    },
  })),
  forVisitors('referenceDoc', loadDoc),
  forVisitors('referenceGroup', loadGroup),
  forVisitors('changelog', loadChangelog),
]
