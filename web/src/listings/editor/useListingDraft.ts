import type { ListingContent, MediaType } from '@trestle/domain/listings/content.ts'
import type { Listing, Submission } from '@trestle/domain/listings/contract.ts'
import { useTranslation } from 'react-i18next'
import { useDraft, type DraftHandle } from '../../shared/drafts/useDraft.ts'
import { contentDifferences } from './contentDifferences.ts'
import { listingDraftKey } from '../queries.ts'
import { itemsFor, mediaFields, withItems } from '../media/media.ts'
import type { ListingDraft } from '../listingDraft.ts'
import { isSame } from '../../ui/isSame.ts'
import type { useListingEdits } from './useListingEdits.ts'

interface Options {
  appId: number
  draft: ListingDraft | null
  listing: Pick<Listing, 'published'>
}

interface Store {
  stored: ListingContent
  /** The submission that a save updates; null for a new one. */
  target: Submission | null
}

interface ListingDraftHandle extends DraftHandle {
  /** Whether the form has new files, which the draft omits. */
  hasNewFiles: boolean
}

const mediaTypes = Object.keys(mediaFields) as MediaType[]

/** Unsaved uploads are deleted after a day, so a draft has only files that the listing has stored. */
function withStoredFiles(draft: ListingContent, stored: ListingContent): ListingContent {
  return mediaTypes.reduce((content, type) => {
    const items = itemsFor(stored, type)
    const known = itemsFor(draft, type).filter(({ id }) => items.some((item) => item.id === id))
    const isReplaced = known.length === 0 && itemsFor(draft, type).length > 0
    return withItems(content, type, isReplaced ? items : known)
  }, draft)
}

/** Backs up a listing while the user types, separately from the submission that "Save draft" writes. */
export function useListingDraft(
  { appId, draft, listing }: Options,
  { stored, target }: Store,
  edits: ReturnType<typeof useListingEdits>,
  isPaused: boolean,
): ListingDraftHandle {
  const { t } = useTranslation()
  const base = target ?? listing.published
  const content = withStoredFiles(edits.edited, stored)
  const handle = useDraft({
    draftKey: listingDraftKey(appId),
    stored: draft?.stored ?? null,
    read: () => draft?.content ?? null,
    content: isSame(content, stored) ? null : content,
    basedOn: base && `${base.id} ${base.updated_at}`,
    isPaused,
    onRestore: (typed) => edits.restore(withStoredFiles({ ...stored, ...typed }, stored)),
    onDiscard: () => edits.begin(stored),
    compare: (typed) => contentDifferences(t, stored, withStoredFiles(typed, stored)),
  })
  return { ...handle, hasNewFiles: !isSame(content, edits.edited) }
}
