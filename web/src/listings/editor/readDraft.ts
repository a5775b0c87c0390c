import { ListingFields, ListingMedia, type ListingContent } from '@trestle/domain/listings/content.ts'

const Content = ListingFields.extend(ListingMedia.shape)

/** Returns null for drafts in a content format that earlier releases wrote. */
export const readDraft = (content: unknown): ListingContent | null => Content.safeParse(content).data ?? null
