import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as calls from '@trestle/domain/reference/calls.ts'
import { minuteMs } from '@trestle/domain/time/durations.ts'
import { call, type RequestFor } from '../http/call.ts'
import { retry } from '../ui/retry.ts'
import type { ReferenceReader } from './context.ts'

/** The server and branch of the documentation. */
export type Source = Pick<ReferenceReader, 'devApiUrl' | 'currentBranch'>

const referenceKeys = {
  all: ['reference'] as const,
  source: ({ devApiUrl, currentBranch }: Source) =>
    [...referenceKeys.all, devApiUrl, currentBranch ?? ''] as const,
  groups: (source: Source) => [...referenceKeys.source(source), 'groups'] as const,
  group: (source: Source, slug: string) => [...referenceKeys.groups(source), slug] as const,
  docs: (source: Source) => [...referenceKeys.source(source), 'docs'] as const,
  doc: (source: Source, page: string) => [...referenceKeys.docs(source), page] as const,
  branches: (devApiUrl: string) => [...referenceKeys.all, devApiUrl, 'branches'] as const,
  search: (source: Source) => [...referenceKeys.source(source), 'search'] as const,
  changelog: (source: Source, query: ChangelogQuery) =>
    [...referenceKeys.source(source), 'changelog', query] as const,
}

const branchQuery = ({ currentBranch }: Source) =>
  currentBranch === undefined ? {} : { custom_service_sha: currentBranch }

/** The documentation only changes with its own releases, so it rarely needs a reload. */
const staleTime = 5 * minuteMs

export const resourceGroups = (source: Source) =>
  queryOptions({
    queryKey: referenceKeys.groups(source),
    staleTime,
    queryFn: ({ signal }) =>
      call(
        calls.listResourceGroups,
        { query: { version: 'rest_v1', ...branchQuery(source) } },
        { signal, base: source.devApiUrl },
      ),
  })

export const resourceGroup = (source: Source, slug: string) =>
  queryOptions({
    queryKey: referenceKeys.group(source, slug),
    staleTime,
    queryFn: ({ signal }) =>
      call(
        calls.getResourceGroup,
        { params: { slug }, query: branchQuery(source) },
        { signal, base: source.devApiUrl },
      ),
  })

export const referenceDocs = (source: Source) =>
  queryOptions({
    queryKey: referenceKeys.docs(source),
    staleTime,
    queryFn: ({ signal }) =>
      call(calls.listReferenceDocs, { query: branchQuery(source) }, { signal, base: source.devApiUrl }),
  })

export const referenceDoc = (source: Source, page: string) =>
  queryOptions({
    queryKey: referenceKeys.doc(source, page),
    staleTime,
    queryFn: ({ signal }) =>
      call(
        calls.getReferenceDoc,
        { params: { page }, query: branchQuery(source) },
        { signal, base: source.devApiUrl },
      ),
  })

/** Loads the branches from the documentation service, for staff and employees (CHG-24, CHG-25). */
export const referenceBranches = (devApiUrl: string) =>
  queryOptions({
    queryKey: referenceKeys.branches(devApiUrl),
    queryFn: ({ signal }) => call(calls.listReferenceBranches, {}, { signal, base: devApiUrl }),
  })

/** Loads the search library and its index together, when the user starts to search. */
export const referenceSearch = (source: Source) =>
  queryOptions({
    queryKey: referenceKeys.search(source),
    staleTime,
    queryFn: async ({ signal }) => {
      const [{ searchOver }, entries] = await Promise.all([
        retry(() => import('./searchOver.ts')),
        call(calls.listSearchEntries, { query: branchQuery(source) }, { signal, base: source.devApiUrl }),
      ])
      return searchOver(entries)
    },
  })

type ChangelogQuery = NonNullable<RequestFor<typeof calls.listChangelog>['query']>

export const changelog = (source: Source, query: ChangelogQuery) =>
  queryOptions({
    queryKey: referenceKeys.changelog(source, query),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        calls.listChangelog,
        { query: { ...branchQuery(source), ...query } },
        { signal, base: source.devApiUrl },
      ),
  })
