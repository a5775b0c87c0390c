import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { InputOf, RequestOf } from '@trestle/domain/http/endpoint.ts'
import { maxPerPage } from '@trestle/domain/http/paging.ts'
import {
  createManifest,
  listManifests,
  listReviews,
  listSnippets,
  listTemplates,
  promoteVersion,
  reviewVersion,
  validateManifestContent,
  type EnvironmentType,
  type ManifestVersion,
  type SchemaVersion,
  type VersionableType,
} from '@trestle/domain/manifests/contract.ts'
import { reviewMoves, type ReviewMove } from '@trestle/domain/manifests/rules.ts'
import { record } from '../http/analytics.ts'
import { call } from '../http/call.ts'
import { conflictingState } from '../http/reply.ts'
import { queryClient } from '../http/queryClient.ts'

/** An app's versions, newest first (MAN-16): of one environment, or of both. */
export const versionList = (appId: number, type?: VersionableType) =>
  infiniteQueryOptions({
    queryKey: ['manifests', appId, type ?? 'all'],
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

/** The rounds of review of an app's versions, newest first. Below the versions' key: what changes them changes these. */
export const reviewRounds = (appId: number, page: number) =>
  queryOptions({
    queryKey: ['manifests', appId, 'reviews', page],
    queryFn: ({ signal }) =>
      call(listReviews, { params: { id: appId }, query: { page, per_page: roundsPerPage } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const templates = () =>
  queryOptions({
    queryKey: ['manifest-templates'],
    queryFn: ({ signal }) => call(listTemplates, {}, { signal }),
    staleTime: Infinity,
  })

/** Only below version 4 does it matter whether the app has a manifest already (MAN-43). */
export const snippets = (version: SchemaVersion, hasExistingManifest: boolean) => {
  const query: RequestOf<typeof listSnippets>['query'] =
    Number(version) < 4 ? { has_existing_manifest: hasExistingManifest } : {}
  return queryOptions({
    queryKey: ['manifest-snippets', version, query],
    queryFn: ({ signal }) => call(listSnippets, { params: { version }, query }, { signal }),
    staleTime: Infinity,
  })
}

/** Without a limit, a reply that got lost would leave the text unchecked, with no button to check it again. */
const checkTimeoutMs = 30_000

/** The text goes to the server as it was typed: parsing it here would hide what the server has to say about it. */
export const contentCheck = (
  appId: number,
  environment: EnvironmentType,
  { text, allowEmpty }: { text: string; allowEmpty: boolean },
) =>
  queryOptions({
    queryKey: ['manifest-validation', appId, environment, text, allowEmpty],
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
    // Without a connection the check fails and says so, instead of waiting for one.
    networkMode: 'always',
  })

/** Every list of the app's versions, and what shows their state elsewhere: the app itself, the review queue. */
async function refresh(appId: number): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['apps'] })
  void queryClient.invalidateQueries({ queryKey: ['reviewQueue'] })
  await queryClient.invalidateQueries({ queryKey: ['manifests', appId] })
}

export interface NewVersion {
  text: string
  semantic_version: string | null
  /** The version the text starts from; null for the first one. */
  based_on_app_version_id: string | null
  /** CONF-45 */
  allow_empty_save: boolean
  /** Release notes of a version that goes straight to production; null anywhere else. */
  changelog: string | null
}

/** A refusal refreshes as well: somebody else may have saved a version in between. */
export const createVersion = (appId: number) =>
  mutationOptions({
    mutationFn: ({ text, semantic_version, changelog, ...version }: NewVersion) =>
      call(createManifest, {
        body: {
          ...version,
          developer_app_id: appId,
          manifest: { content: text },
          ...(semantic_version !== null && { semantic_version }),
          ...(changelog !== null && { changelog }),
        },
      }),
    onSettled: () => refresh(appId),
  })

/** The version that overtook a draft, when that is why it was refused. */
export const overtakingVersion = (error: unknown): ManifestVersion | null =>
  conflictingState(error, createManifest.reply)?.manifest ?? null

/** A refusal refreshes as well: somebody else has changed what is on screen. */
export const promotion = (appId: number) =>
  mutationOptions({
    mutationFn: (body: InputOf<typeof promoteVersion>['body']) => call(promoteVersion, { body }),
    onSettled: () => refresh(appId),
  })

/** Which move is made, on which version, and with which words for the other side (PROM-23, PROM-24). */
export interface Review {
  move: ReviewMove
  appVersionId: string
  notes: string
  confirmed: boolean
}

export const review = (appId: number) =>
  mutationOptions({
    mutationFn: ({ move, appVersionId, notes, confirmed }: Review) => {
      const { to, by } = reviewMoves[move]
      const field = by === 'developer' ? 'developer_notes' : 'admin_notes'
      return call(reviewVersion, {
        params: { id: appVersionId },
        body: { state: to, ...(notes !== '' && { [field]: notes }), ...(confirmed && { confirmed }) },
      })
    },
    onSuccess: (_version, { move, appVersionId }) => {
      record('developers.manifest_review.state_changed', {
        state: reviewMoves[move].event,
        developer_app_id: appId,
        app_version_id: appVersionId,
      })
    },
    onSettled: () => refresh(appId),
  })
