import { queryOptions, useQuery } from '@tanstack/react-query'
import * as calls from '@trestle/domain/drafts/calls.ts'
import type { Draft, DraftKey } from '@trestle/domain/drafts/contract.ts'
import { call, type RequestFor } from '../../http/call.ts'
import { CallError } from '../../http/callError.ts'
import { toFailure } from '../../ui/failure.ts'
import { createDraftSaver, type DraftSaver } from './draftSaver.ts'

export const draftKeys = {
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

/** Loads the draft to restore: `draft` is undefined while loading, and null if editing is disabled. */
export function useStoredDraft(key: DraftKey, canEdit: boolean) {
  const loading = useQuery({ ...storedDraft(key), enabled: canEdit })
  return { draft: canEdit ? loading.data : null, loading }
}

/** Fetch refuses larger bodies for requests that outlive the page. */
const maxKeepaliveLength = 20_000

const retriedStatuses = [0, 401, 408, 429]

const isRetried = (error: unknown): boolean =>
  error instanceof CallError && (error.status >= 500 || retriedStatuses.includes(error.status))

/** Returns a save's body as text, so that equal texts are equal drafts. */
export const draftText = (content: unknown, basedOn: string | null): string =>
  JSON.stringify({ content, based_on: basedOn })

export function draftSaverFor(key: DraftKey, stored: Draft | null): DraftSaver {
  const send = { params: key }
  return createDraftSaver(stored && draftText(stored.content, stored.based_on), {
    put: async (text) => {
      const body = JSON.parse(text) as RequestFor<typeof calls.putDraft>['body']
      const options = { background: true, keepalive: text.length < maxKeepaliveLength }
      await call(calls.putDraft, { ...send, body }, options)
    },
    remove: () => call(calls.deleteDraft, send, { background: true, keepalive: true }),
    toFailure: (error) =>
      isRetried(error) ? { retries: true } : { retries: false, message: toFailure(error).message },
  })
}
