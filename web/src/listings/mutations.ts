import { mutationOptions } from '@tanstack/react-query'
import { updateAdminSubmission, updateSubmission } from '@trestle/domain/listings/calls.ts'
import type { Submission } from '@trestle/domain/listings/contract.ts'
import { type Audience, listingMoves, type ListingMove } from '@trestle/domain/listings/transitions.ts'
import { record } from '../http/analytics.ts'
import { call } from '../http/call.ts'

export interface MoveRequest {
  move: ListingMove
  submission: Pick<Submission, 'id' | 'updated_at'>
  message?: string
  silent?: boolean
  confirmed?: boolean
}

/** Submits, withdraws, approves or rejects a listing, and records it in analytics (LSTATE-23, LSTATE-24). */
export const moveListing = (audience: Audience, app: { id: number; internal_name: string }) =>
  mutationOptions({
    mutationFn: async ({ move, submission, message, silent, confirmed }: MoveRequest) => {
      const params = { id: submission.id }
      const body = { state: listingMoves[move].to, if_unchanged_since: submission.updated_at }
      const moved =
        audience === 'staff'
          ? await call(updateAdminSubmission, {
              params,
              body: {
                ...body,
                ...(message !== undefined && message !== '' && { admin_message: message }),
                ...(silent && { silent }),
                ...(confirmed && { confirmed }),
              },
            })
          : await call(updateSubmission, { params, body })
      record('developers.listing_review.state_changed', {
        state: listingMoves[move].event,
        app_id: app.id,
        app_name: app.internal_name,
      })
      return moved
    },
  })
