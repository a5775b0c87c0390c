import type { Audience } from '@trestle/domain/access/audience.ts'
import type { ListingContent, MediaItem } from '@trestle/domain/listings/content.ts'
import type { StaffBody } from '../mutations.ts'
import { isSame } from '../../ui/isSame.ts'

const toAttributes = ({ id, name, description }: MediaItem) => ({ id, name, description })

const toMediaIds = ({
  pictures,
  videos,
  showcase_video,
  security_questionnaire_document,
}: ListingContent): number[] =>
  [...pictures, ...videos, showcase_video, security_questionnaire_document].flatMap((item) => item?.id ?? [])

const staffOnly = ['beta', 'security_badge', 'notes'] as const
const mediaFields = [
  'small_logo',
  'pictures',
  'videos',
  'showcase_video',
  'security_questionnaire_document',
] as const

/** Returns the body of a save: the fields that differ from the stored ones, files as ordered ids. */
export function sentListing(before: ListingContent, after: ListingContent, audience: Audience): StaffBody {
  const left = audience === 'staff' ? [] : staffOnly
  const skipped: readonly string[] = [...mediaFields, ...left]
  const fields = Object.fromEntries(
    Object.entries(after).filter(
      ([field, value]) => !skipped.includes(field) && !isSame(value, Reflect.get(before, field)),
    ),
  )
  const remaining = toMediaIds(after)
  const removed = toMediaIds(before).filter((id) => !remaining.includes(id))
  const changed = (field: (typeof mediaFields)[number]) => !isSame(before[field], after[field])
  return {
    ...fields,
    ...(changed('small_logo') &&
      (after.small_logo
        ? { small_logo_attributes: toAttributes(after.small_logo) }
        : { remove_small_logo: true })),
    ...(changed('pictures') && { pictures_attributes: after.pictures.map(toAttributes) }),
    ...(changed('videos') && { videos_attributes: after.videos.map(toAttributes) }),
    ...(changed('showcase_video') &&
      after.showcase_video && { showcase_video_attributes: toAttributes(after.showcase_video) }),
    ...(changed('security_questionnaire_document') &&
      after.security_questionnaire_document && {
        security_questionnaire_document_attributes: toAttributes(after.security_questionnaire_document),
      }),
    ...(removed.length > 0 && { remove_media_ids: removed }),
  }
}
