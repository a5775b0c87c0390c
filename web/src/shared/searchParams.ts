import { maxPerPage } from '@trestle/domain/http/paging.ts'
import { readCount, readNamed, readText } from './readers.ts'

/** The possible query parameters of each page. An invalid value is ignored, not shown as an error. */

type Search = Record<string, unknown>

/** The state of a list. Each list reads its own filters. */
export interface ListSearch {
  page?: number | undefined
  per_page?: number | undefined
  sort?: string | undefined
  filters?: Record<string, unknown> | undefined
}

export const readListSearch = ({ page, per_page, sort, filters }: Search): ListSearch => ({
  page: readCount(page),
  per_page: readCount(per_page, maxPerPage),
  sort: readText(sort),
  filters: readNamed(filters),
})

/** `create` opens the dialog that creates an app. */
interface AppsSearch extends ListSearch {
  create?: string | undefined
}

export const readAppsSearch = (search: Search): AppsSearch => ({
  ...readListSearch(search),
  create: readText(search['create']),
})

/** Returns a reader of these texts. */
const readTexts =
  <const Name extends string>(...names: Name[]) =>
  (search: Search): { [N in Name]?: string | undefined } => {
    const texts: { [N in Name]?: string | undefined } = {}
    for (const name of names) texts[name] = readText(search[name])
    return texts
  }

/** The chosen parts of an app's page. */
export const readAppSearch = readTexts('environment', 'section', 'search')
export type AppSearch = ReturnType<typeof readAppSearch>

/** `return_to` is where to go after sign-in or sign-up. */
export const readReturnToSearch = readTexts('return_to')

export const readDocumentationSearch = readTexts('search')

/** The branch of the documentation, for staff and employees, and the search text. */
export const readReferenceSearch = readTexts('custom_service_sha', 'search')

export const readRateLimitsSearch = readTexts('server', 'bucket', 'search')
export type RateLimitsSearch = ReturnType<typeof readRateLimitsSearch>
