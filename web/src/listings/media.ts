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

export function itemsFor(content: ListingContent, type: MediaType): MediaItem[] {
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

/** Moves a file to another index; one that is gone by then moves nothing. */
export function movedItem(items: readonly MediaItem[], id: number, to: number): MediaItem[] {
  const item = items.find((each) => each.id === id)
  if (!item) return [...items]
  return items.filter((each) => each.id !== id).toSpliced(to, 0, item)
}

/**
 * Adds a file that arrived: before the first one that was chosen after it, or else at the end.
 *
 * `sequences` has the order in which files were chosen, by their ids; files of earlier visits have none.
 */
export function withArrived(
  items: readonly MediaItem[],
  item: MediaItem,
  sequences: ReadonlyMap<number, number>,
): MediaItem[] {
  const sequence = sequences.get(item.id) ?? Infinity
  const later = items.findIndex(({ id }) => (sequences.get(id) ?? -Infinity) > sequence)
  return items.toSpliced(later === -1 ? items.length : later, 0, item)
}
