import type { ListingChange } from '@trestle/domain/changes/listing.ts'
import type { ListingContent, ListingMedia, MediaItem } from '@trestle/domain/listings/content.ts'
import type { TFunction } from 'i18next'
import '../../texts/listings.ts'
import { labelFor } from './problemLabels.ts'

const mediaLabels = {
  small_logo: 'listings.media.logo',
  pictures: 'listings.media.pictures',
  videos: 'listings.media.videos',
  showcase_video: 'listings.staff.showcase_video',
  security_questionnaire_document: 'listings.staff.document',
} as const satisfies Record<keyof ListingMedia, string>

const isMedia = (field: string): field is keyof ListingMedia => field in mediaLabels

const partLabels = {
  name: 'listings.media.name',
  description: 'listings.media.description',
} as const

const isPart = (part: string | undefined): part is keyof typeof partLabels =>
  part !== undefined && part in partLabels

function itemAt(
  shown: MediaItem | readonly MediaItem[] | null,
  id: string | undefined,
): MediaItem | undefined {
  return [shown ?? []].flat().find((item) => item.id === Number(id))
}

/** Returns the label of a change: the field's label, plus the file name for one of several files. */
export function changeLabel(
  t: TFunction,
  content: ListingContent,
  { path, before }: Pick<ListingChange, 'path' | 'before'>,
): string {
  const [field = '', second, third] = path.split('.')
  if (!isMedia(field)) return labelFor(t, path)
  const label = t(mediaLabels[field])
  if (second === 'order') return t('listings.changes.order', { label })
  const filename =
    before.kind === 'file' ? before.filename : itemAt(content[field], second)?.original_filename
  const part = third ?? second
  return [label, filename, isPart(part) && t(partLabels[part])].filter(Boolean).join(', ')
}
