import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Draft } from '@trestle/domain/drafts/contract.ts'
import type { ListingContent } from '@trestle/domain/listings/content.ts'
import { useStoredDraft } from '../shared/drafts/queries.ts'
import { retry } from '../ui/retry.ts'
import { listingDraftKey, listingKeys } from './queries.ts'

/** A draft, and its content if this page can read it. */
export interface ListingDraft {
  stored: Draft
  content: ListingContent | null
}

/** Reads the content of a draft. The schema loads only for a listing that has one. */
const draftContent = (appId: number, draft: Draft | null | undefined) =>
  queryOptions({
    queryKey: listingKeys.draftFor(appId, draft?.updated_at),
    queryFn: async () => {
      const { readDraft } = await retry(() => import('./editor/readDraft.ts'))
      return readDraft(draft?.content)
    },
    enabled: Boolean(draft),
    staleTime: Infinity,
    gcTime: 0,
  })

/** Loads the draft to restore: `draft` is undefined while loading, and null if there is none. */
export function useStoredListingDraft(appId: number, canEdit: boolean) {
  const { draft: stored, loading } = useStoredDraft(listingDraftKey(appId), canEdit)
  const reading = useQuery(draftContent(appId, stored))
  const { data: content } = reading
  if (!stored) return { draft: stored, loading }
  return { draft: content === undefined ? undefined : { stored, content }, loading: reading }
}
