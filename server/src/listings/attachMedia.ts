import { isVideo, noVideos } from '@trestle/domain/files/mediaRules.ts'
import type { Audience } from '@trestle/domain/access/audience.ts'
import type { MediaAttributes, SubmissionInput } from '@trestle/domain/listings/contract.ts'
import type { ListingMedia, MediaItem, MediaType } from '@trestle/domain/listings/content.ts'
import type { Tx } from '../db/schema.ts'
import { refusalError } from '../errors.ts'
import type { Services } from '../services.ts'
import { presentMedia } from './present.ts'
import { dropUnshown } from './dropMedia.ts'
import { lockMedia, replaceMedia, type MediaRow } from './store.ts'

/** The input field for files of each type. */
const mediaField = {
  Logo: 'small_logo_attributes',
  Picture: 'pictures_attributes',
  Video: 'videos_attributes',
  ShowcaseVideo: 'showcase_video_attributes',
  Document: 'security_questionnaire_document_attributes',
} as const satisfies Record<MediaType, keyof SubmissionInput>

type MediaInput = Partial<
  Pick<SubmissionInput, (typeof mediaField)[MediaType] | 'remove_small_logo' | 'remove_media_ids'>
>

interface Named {
  type: MediaType
  path: string
  attributes: MediaAttributes
}

function namedIn(input: MediaInput): Named[] {
  return Object.entries(mediaField).flatMap(([type, field]) => {
    const provided = input[field]
    if (provided === undefined) return []
    const isList = Array.isArray(provided)
    return (isList ? provided : [provided]).map((attributes, index) => ({
      type: type as MediaType,
      path: isList ? `${field}.${index}` : field,
      attributes,
    }))
  })
}

/** Returns the app's uploaded file with this ID, or refuses one that is missing or of another type. */
function requireUploaded(rows: readonly MediaRow[], { type, path, attributes }: Named): MediaRow {
  const row = rows.find(({ id }) => id === attributes.id)
  if (!row) throw refusalError('invalid_input', 'This file no longer exists. Upload it again', `${path}.id`)
  if (row.type !== type) {
    throw refusalError('invalid_input', `This file was uploaded as ${row.type}, not as ${type}`, `${path}.id`)
  }
  return row
}

/** Returns the named items in their order, followed by the remaining items in theirs. */
function inOrder(named: readonly MediaItem[], before: readonly MediaItem[]): MediaItem[] {
  const ids = named.map(({ id }) => id)
  return [...named, ...before.filter(({ id }) => !ids.includes(id))]
}

interface AttachContext {
  services: Pick<Services, 'settings'>
  audience: Audience
}

/** Returns the media that a submission shows after a save, with the named files locked until the transaction ends. */
export async function attachMedia(
  tx: Tx,
  { services: { settings }, audience }: AttachContext,
  appId: number,
  before: ListingMedia,
  input: MediaInput,
): Promise<ListingMedia> {
  const named = namedIn(input)
  const videos = named.find(({ type }) => isVideo(type))
  if (settings.GOV_CLOUD && videos) {
    throw refusalError('invalid_input', noVideos, videos.path)
  }
  const rows = await lockMedia(
    tx,
    appId,
    named.map(({ attributes }) => attributes.id),
  )
  const shown = [...before.pictures, ...before.videos, ...withoutNulls(Object.values(before))]
  const of = (type: MediaType): MediaItem[] =>
    named
      .filter((each) => each.type === type)
      .map((each) => {
        const { id, name, description } = each.attributes
        const known = shown.find((item) => item.id === id)
        return presentMedia(
          {
            ...requireUploaded(rows, each),
            name: name ?? known?.name ?? '',
            description: description ?? known?.description ?? '',
          },
          settings,
        )
      })
  const removed = new Set(input.remove_media_ids)
  const withoutRemoved = (items: readonly MediaItem[]) => items.filter(({ id }) => !removed.has(id))
  const single = (type: MediaType, old: MediaItem | null) =>
    of(type)[0] ?? (old && withoutRemoved([old])[0]) ?? null
  // Only staff can replace or remove the media that only staff can add, even if a member names its ID.
  const ofStaff = (type: MediaType, old: MediaItem | null) => (audience === 'staff' ? single(type, old) : old)
  return {
    small_logo: single('Logo', input.remove_small_logo === true ? null : before.small_logo),
    pictures: withoutRemoved(inOrder(of('Picture'), before.pictures)),
    videos: withoutRemoved(inOrder(of('Video'), before.videos)),
    showcase_video: ofStaff('ShowcaseVideo', before.showcase_video),
    security_questionnaire_document: ofStaff('Document', before.security_questionnaire_document),
  }
}

const withoutNulls = (items: readonly (MediaItem | MediaItem[] | null)[]): MediaItem[] =>
  items.filter((item): item is MediaItem => item !== null && !Array.isArray(item))

/** Replaces the files that a submission shows, and deletes those that no submission shows anymore. */
export async function saveMediaOrder(
  tx: Tx,
  at: Date,
  submissionId: number,
  media: ListingMedia,
): Promise<void> {
  const { small_logo, pictures, videos, showcase_video, security_questionnaire_document } = media
  const items = [
    ...withoutNulls([small_logo, showcase_video, security_questionnaire_document]),
    ...pictures,
    ...videos,
  ]
  const before = await replaceMedia(
    tx,
    submissionId,
    items.map(({ id, name, description }) => ({ media_id: id, name, description })),
  )
  await dropUnshown(tx, at, before)
}
