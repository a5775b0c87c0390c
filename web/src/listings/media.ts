import type { ListingContent, MediaItem, MediaType } from '@trestle/domain/listings/content.ts'

/** The field of a listing that keeps the files of a type. */
export const mediaFields = {
  Logo: 'small_logo',
  Picture: 'pictures',
  Video: 'videos',
  ShowcaseVideo: 'showcase_video',
  Document: 'security_questionnaire_document',
} as const satisfies Record<MediaType, keyof ListingContent>

/** Of these several may be shown, in an order; of the others a new one takes the place of the old (MEDIA-10). */
export const isSeveral = (type: MediaType): boolean => type === 'Picture' || type === 'Video'

export function itemsOf(content: ListingContent, type: MediaType): MediaItem[] {
  const shown = content[mediaFields[type]]
  return shown === null ? [] : [shown].flat()
}

export const withItems = (
  content: ListingContent,
  type: MediaType,
  items: readonly MediaItem[],
): ListingContent => ({
  ...content,
  [mediaFields[type]]: isSeveral(type) ? items : (items.at(-1) ?? null),
})

export function movedItem(items: readonly MediaItem[], id: number, by: -1 | 1): MediaItem[] {
  const from = items.findIndex((item) => item.id === id)
  const item = items[from]
  if (!item) return [...items]
  return items.toSpliced(from, 1).toSpliced(from + by, 0, item)
}
