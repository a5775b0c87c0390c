import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { maxPerPage } from '@trestle/domain/http/paging.ts'
import {
  listManifests,
  listReviews,
  listSnippets,
  listTemplates,
  validateManifestContent,
} from '@trestle/domain/manifests/calls.ts'
import type { EnvironmentType, SchemaVersion, VersionableType } from '@trestle/domain/manifests/contract.ts'
import { call, type RequestFor } from '../http/call.ts'
import { queryClient } from '../http/queryClient.ts'
import { appKeys } from '../shared/appKeys.ts'

const manifestKeys = {
  all: ['manifests'] as const,
  app: (appId: number) => [...manifestKeys.all, 'app', appId] as const,
  versions: (appId: number, type?: VersionableType) => [...manifestKeys.app(appId), type ?? 'all'] as const,
  reviews: (appId: number, page: number) => [...manifestKeys.app(appId), 'reviews', page] as const,
  templates: () => [...manifestKeys.all, 'templates'] as const,
  snippets: (version: SchemaVersion, query: unknown) =>
    [...manifestKeys.all, 'snippets', version, query] as const,
  validation: (appId: number, environment: EnvironmentType, content: CheckedContent) =>
    [...manifestKeys.all, 'validation', appId, environment, content] as const,
}

/** Loads an app's versions, newest first (MAN-16), of one environment or of both. */
export const versionList = (appId: number, type?: VersionableType) =>
  infiniteQueryOptions({
    queryKey: manifestKeys.versions(appId, type),
    queryFn: ({ pageParam, signal }) =>
      call(
        listManifests,
        {
          query: {
            page: pageParam,
            per_page: maxPerPage,
            filters: { developer_app_id: appId, ...(type && { versionable_type: type }) },
          },
        },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page * last.perPage < last.total ? last.page + 1 : undefined),
    select: ({ pages }) => ({
      versions: pages.flatMap((page) => page.rows),
      total: pages[0]?.total ?? 0,
    }),
  })

const roundsPerPage = 10

/**
 * Loads the review rounds of an app's versions, newest first. Its key is below that of the versions, so both are
 * invalidated together.
 */
export const reviewRounds = (appId: number, page: number) =>
  queryOptions({
    queryKey: manifestKeys.reviews(appId, page),
    queryFn: ({ signal }) =>
      call(listReviews, { params: { id: appId }, query: { page, per_page: roundsPerPage } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const templates = () =>
  queryOptions({
    queryKey: manifestKeys.templates(),
    queryFn: ({ signal }) => call(listTemplates, {}, { signal }),
    staleTime: Infinity,
  })

/** The existing manifest matters only below version 4 (MAN-43). */
export const snippets = (version: SchemaVersion, hasExistingManifest: boolean) => {
  const query: RequestFor<typeof listSnippets>['query'] =
    Number(version) < 4 ? { has_existing_manifest: hasExistingManifest } : {}
  return queryOptions({
    queryKey: manifestKeys.snippets(version, query),
    queryFn: ({ signal }) => call(listSnippets, { params: { version }, query }, { signal }),
    staleTime: Infinity,
  })
}

/** Without a timeout, a lost reply would leave the text unchecked, with no button to check it again. */
const checkTimeoutMs = 30_000

interface CheckedContent {
  text: string
  allowEmpty: boolean
}

/** Sends the text to the server as typed: parsing it here would hide errors that the server reports. */
export const contentCheck = (
  appId: number,
  environment: EnvironmentType,
  { text, allowEmpty }: CheckedContent,
) =>
  queryOptions({
    queryKey: manifestKeys.validation(appId, environment, { text, allowEmpty }),
    queryFn: ({ signal }) =>
      call(
        validateManifestContent,
        {
          query: { developer_app_id: appId, environment_type: environment },
          body: { manifest: { content: text }, allow_empty_save: allowEmpty },
        },
        { signal, timeoutMs: checkTimeoutMs },
      ),
    select: (reply) => reply.data.errors,
    gcTime: 60_000,
    retry: false,
    // Offline, the check fails and says so, instead of waiting for a connection.
    networkMode: 'always',
  })

/**
 * Refreshes every list of the app's versions, and what shows their state elsewhere: the app itself and the review
 * queue.
 */
export async function refreshVersions(appId: number): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: appKeys.all })
  await queryClient.invalidateQueries({ queryKey: manifestKeys.app(appId) })
}
