import { queryOptions } from '@tanstack/react-query'
import * as calls from '@trestle/domain/documentation/calls.ts'
import { call } from '../http/call.ts'
import { retry } from '../ui/retry.ts'

const documentationKeys = {
  all: ['documentation'] as const,
  list: () => [...documentationKeys.all, 'list'] as const,
  page: (slug: string) => [...documentationKeys.all, 'page', slug] as const,
  search: () => [...documentationKeys.all, 'search'] as const,
  terms: () => [...documentationKeys.all, 'terms'] as const,
}

/** The texts don't change within a release. */
const staleTime = Infinity

export const documentationList = () =>
  queryOptions({
    queryKey: documentationKeys.list(),
    queryFn: ({ signal }) => call(calls.listDocumentation, {}, { signal }),
    staleTime,
  })

export const documentationPage = (slug: string) =>
  queryOptions({
    queryKey: documentationKeys.page(slug),
    queryFn: ({ signal }) => call(calls.getDocumentation, { params: { slug } }, { signal }),
    staleTime,
  })

/** Loads the texts and the search engine on the first search. */
export const documentationSearch = () =>
  queryOptions({
    queryKey: documentationKeys.search(),
    queryFn: async ({ signal }) => {
      const [passages, { searchOver }] = await Promise.all([
        call(calls.listDocumentationPassages, {}, { signal }),
        retry(() => import('./searchOver.ts')),
      ])
      return searchOver(passages)
    },
    staleTime,
  })

export const terms = () =>
  queryOptions({
    queryKey: documentationKeys.terms(),
    queryFn: ({ signal }) => call(calls.getTerms, {}, { signal }),
    staleTime,
  })
