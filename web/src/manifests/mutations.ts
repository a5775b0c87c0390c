import { mutationOptions } from '@tanstack/react-query'
import { reviewVersion } from '@trestle/domain/manifests/calls.ts'
import { reviewMoves, type ReviewMove } from '@trestle/domain/manifests/rules.ts'
import { record } from '../http/analytics.ts'
import { call } from '../http/call.ts'
import { refreshVersions } from './queries.ts'

/** A review step on a version, with the notes for the other side (PROM-23, PROM-24). */
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
    onSettled: () => refreshVersions(appId),
  })
