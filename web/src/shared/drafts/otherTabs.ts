import type { DraftKey } from '@trestle/domain/drafts/contract.ts'

/** Returns null in a browser that blocks storage, and with it messages between tabs. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('trestle.deletedDrafts')
  } catch {
    return null
  }
}

/** The tabs of one browser that edit the same subject also share its draft. */
const channel = openChannel()

const name = ({ kind, subject_id: id }: DraftKey): string => `${kind}/${id}`

/** Tells the other tabs that this one deleted a draft. */
export const announceDeletion = (key: DraftKey): void => channel?.postMessage(name(key))

/** Calls `listener` when another tab deletes this draft. Returns a function that unsubscribes. */
export function onDeletedElsewhere(key: DraftKey, listener: () => void): () => void {
  const receive = ({ data }: MessageEvent<unknown>) => {
    if (data === name(key)) listener()
  }
  channel?.addEventListener('message', receive)
  return () => channel?.removeEventListener('message', receive)
}
