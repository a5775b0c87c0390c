import { mutationOptions } from '@tanstack/react-query'
import { createManifest, promoteVersion, reviewVersion } from '@trestle/domain/manifests/calls.ts'
import { reviewTransitions, type ReviewTransition } from '@trestle/domain/manifests/rules.ts'
import { record } from '../http/analytics.ts'
import { call, type RequestFor } from '../http/call.ts'
import { refreshVersions } from './queries.ts'

export interface NewVersion {
  text: string
  semantic_version: string | null
  /** The version the text is based on; null for the first one. */
  based_on_app_version_id: string | null
  /** CONF-45 */
  allow_empty_save: boolean
  /** Release notes of a version that goes straight to production; null otherwise. */
  changelog: string | null
}

/** Also refreshes after a refusal, because someone else may have saved a version. */
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
    onSettled: () => refreshVersions(appId),
  })

/** Also refreshes after a refusal, because someone else has changed what is on screen. */
export const promotion = (appId: number) =>
  mutationOptions({
    mutationFn: (body: RequestFor<typeof promoteVersion>['body']) => call(promoteVersion, { body }),
    onSettled: () => refreshVersions(appId),
  })

/** A review step on a version, with the notes for the other side (PROM-23, PROM-24). */
export interface Review {
  transition: ReviewTransition
  appVersionId: string
  notes: string
  confirmed: boolean
}

export const review = (appId: number) =>
  mutationOptions({
    mutationFn: ({ transition, appVersionId, notes, confirmed }: Review) => {
      const { to, by } = reviewTransitions[transition]
      const field = by === 'developer' ? 'developer_notes' : 'admin_notes'
      return call(reviewVersion, {
        params: { id: appVersionId },
        body: { state: to, ...(notes !== '' && { [field]: notes }), ...(confirmed && { confirmed }) },
      })
    },
    onSuccess: (_version, { transition, appVersionId }) => {
      record('developers.manifest_review.state_changed', {
        state: reviewTransitions[transition].event,
        developer_app_id: appId,
        app_version_id: appVersionId,
      })
    },
    onSettled: () => refreshVersions(appId),
  })
