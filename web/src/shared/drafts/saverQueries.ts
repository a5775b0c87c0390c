import * as calls from '@trestle/domain/drafts/calls.ts'
import type { Draft, DraftKey } from '@trestle/domain/drafts/contract.ts'
import { call, type RequestFor } from '../../http/call.ts'
import { isTemporary } from '../../http/callError.ts'
import { toFailure } from '../../ui/failure.ts'
import { createDraftSaver, type DraftSaver } from './draftSaver.ts'
import { announceDeletion } from './otherTabs.ts'

/** Fetch refuses larger bodies for requests that outlive the page. */
const maxKeepaliveLength = 20_000

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
    onDeleted: () => announceDeletion(key),
    toOutcome: (error) =>
      isTemporary(error) ? { retries: true } : { retries: false, message: toFailure(error).message },
  })
}
