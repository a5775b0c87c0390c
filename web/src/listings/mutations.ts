import { mutationOptions } from '@tanstack/react-query'
import {
  createAdminSubmission,
  createSubmission,
  deleteAdminMedia,
  deleteMedia,
  updateAdminSubmission,
  updateSubmission,
  uploadAdminMedia,
  uploadMedia,
} from '@trestle/domain/listings/calls.ts'
import type { MediaItem, MediaType } from '@trestle/domain/listings/content.ts'
import type { Submission } from '@trestle/domain/listings/contract.ts'
import type { Audience } from '@trestle/domain/access/audience.ts'
import { listingTransitions, type ListingTransition } from '@trestle/domain/listings/transitions.ts'
import { record } from '../http/analytics.ts'
import { call, type RequestFor } from '../http/call.ts'
import type { OnProgress } from '../http/sendWatched.ts'

export type StaffBody = RequestFor<typeof createAdminSubmission>['body']

/** Updates the unpublished submission, or starts the next one if there is none (LSTATE-28, LSTATE-29). */
export async function saveListing(
  audience: Audience,
  appId: number,
  unpublished: Pick<Submission, 'id' | 'updated_at'> | null,
  body: StaffBody,
): Promise<Submission> {
  if (!unpublished) {
    return audience === 'staff'
      ? call(createAdminSubmission, { params: { id: appId }, body })
      : call(createSubmission, { params: { id: appId }, body })
  }
  const request = {
    params: { id: unpublished.id },
    body: { ...body, if_unchanged_since: unpublished.updated_at },
  }
  return audience === 'staff' ? call(updateAdminSubmission, request) : call(updateSubmission, request)
}

/** Uploads one file, which a listing shows once a save names it. */
export const sendFile = (
  audience: Audience,
  { appId, type, file }: { appId: number; type: MediaType; file: File },
  watching: { signal: AbortSignal; onProgress: OnProgress },
): Promise<MediaItem> =>
  call(
    audience === 'staff' ? uploadAdminMedia : uploadMedia,
    { params: { id: appId }, query: { type }, body: {} },
    { multipart: { under: 'media', files: { file } }, ...watching },
  )

/** Saves one of staff's internal switches, which also works on a published listing. */
export const saveMarks = (
  id: number,
  body: StaffBody & { if_unchanged_since?: string },
): Promise<Submission> => call(updateAdminSubmission, { params: { id }, body })

/** Deletes an upload that no listing uses. */
export const deleteUpload = (audience: Audience, appId: number, mediaId: number): Promise<void> =>
  call(audience === 'staff' ? deleteAdminMedia : deleteMedia, { params: { id: appId, media_id: mediaId } })

export interface TransitionRequest {
  transition: ListingTransition
  submission: Pick<Submission, 'id' | 'updated_at'>
  message?: string
  silent?: boolean
  confirmed?: boolean
}

/** Submits, withdraws, approves or rejects a listing, and records it in analytics (LSTATE-23, LSTATE-24). */
export const transitionListing = (audience: Audience, app: { id: number; internal_name: string }) =>
  mutationOptions({
    mutationFn: async ({ transition, submission, message, silent, confirmed }: TransitionRequest) => {
      const params = { id: submission.id }
      const body = { state: listingTransitions[transition].to, if_unchanged_since: submission.updated_at }
      const changed =
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
        state: listingTransitions[transition].event,
        app_id: app.id,
        app_name: app.internal_name,
      })
      return changed
    },
  })
