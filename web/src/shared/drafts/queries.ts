import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import * as calls from '@trestle/domain/drafts/calls.ts'
import type { DraftKey } from '@trestle/domain/drafts/contract.ts'
import { useEffect } from 'react'
import { call } from '../../http/call.ts'

const draftKeys = {
  all: ['drafts'] as const,
  detail: ({ kind, subject_id }: DraftKey) => [...draftKeys.all, kind, subject_id] as const,
}

/** Loads the draft once, when an editor opens, because later input is newer. */
export const storedDraft = (key: DraftKey) =>
  queryOptions({
    queryKey: draftKeys.detail(key),
    queryFn: async ({ signal }) => (await call(calls.getDraft, { params: key }, { signal })).draft,
    staleTime: Infinity,
    gcTime: 0,
  })

/** Like `storedDraft`, for an editor that is about to open. */
export const prefetchedDraft = (key: DraftKey) => ({ ...storedDraft(key), gcTime: 10_000 })

/**
 * Loads the draft to restore: `draft` is undefined while loading, and null if editing is disabled. Forgets it when the
 * editor closes.
 */
export function useStoredDraft(key: DraftKey, canEdit: boolean) {
  const client = useQueryClient()
  const { kind, subject_id: id } = key
  const loading = useQuery({ ...storedDraft(key), enabled: canEdit })
  useEffect(() => {
    const { queryKey } = storedDraft({ kind, subject_id: id })
    const forget = () => client.removeQueries({ queryKey, exact: true, type: 'inactive' })
    // Later, because strict mode runs this once between two mounts.
    return () => void setTimeout(forget)
  }, [client, kind, id])
  return { draft: canEdit ? loading.data : null, loading }
}
