import type { ListingContent, MediaItem, MediaType } from '@trestle/domain/listings/content.ts'

/** The listing field that stores the files of a type. */
export const mediaFields = {
  Logo: 'small_logo',
  Picture: 'pictures',
  Video: 'videos',
  ShowcaseVideo: 'showcase_video',
  Document: 'security_questionnaire_document',
} as const satisfies Record<MediaType, keyof ListingContent>

/** Returns whether a type allows several ordered files; for the others, a new file replaces the old one (MEDIA-10). */
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

/** Moves a file to another index; does nothing if the file is gone. */
export function movedItem(items: readonly MediaItem[], id: number, to: number): MediaItem[] {
  const item = items.find((each) => each.id === id)
  if (!item) return [...items]
  return items.filter((each) => each.id !== id).toSpliced(to, 0, item)
}

/**
 * Adds an uploaded file before the first one that was chosen after it, otherwise at the end.
 *
 * `sequences` maps file ids to the order in which they were chosen; files of earlier visits have none.
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
