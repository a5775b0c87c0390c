import { ListingFields, ListingMedia, type ListingContent } from '@trestle/domain/listings/content.ts'
import { Submission } from '@trestle/domain/listings/contract.ts'
import { conflictingState } from '../../http/reply.ts'

const Content = ListingFields.extend(ListingMedia.shape)

/** Returns null for drafts in a content format that earlier releases wrote. */
export const readDraft = (content: unknown): ListingContent | null => Content.safeParse(content).data ?? null

/** Returns the submission that someone else saved, if that is why a save was refused. */
export const readConflict = (error: unknown): Submission | null => conflictingState(error, Submission)
