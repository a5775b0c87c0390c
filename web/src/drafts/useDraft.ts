import type { Draft, DraftKey } from '@trestle/domain/drafts/contract.ts'
import { useEffect, useEffectEvent, useReducer, useState, useSyncExternalStore } from 'react'
import type { z } from 'zod'
import { useDiscarded } from '../LeaveGuard.tsx'
import type { DraftSaver, DraftStatus } from './draftSaver.ts'
import { draftSaverFor, draftText } from './queries.ts'

/** A part of the content where the draft and the saved state differ. */
export interface Difference {
  label: string
  saved: string
  typed: string
}

interface Options<Content> {
  draftKey: DraftKey
  /** As loaded with the page. */
  stored: Draft | null
  /** How earlier pages wrote the content: what doesn't fit is no draft. */
  schema: z.ZodType<Content>
  /** What is typed and not saved; null for nothing. */
  content: Content | null
  /** Names the state that is edited. */
  basedOn: string | null
  /** Nothing can be edited for now: the draft stays as it is. */
  isPaused?: boolean
  onRestore: (content: Content) => void
  /** Takes back what was restored. */
  onDiscard: () => void
  /** Between what is saved and the draft. */
  compare: (content: Content) => Difference[]
}

export interface DraftHandle {
  status: DraftStatus
  /** When the text was typed that was restored; null for none. */
  restoredFrom: string | null
  discard: () => void
  /** Deletes the draft of an editor that is being closed. */
  remove: () => void
  /** The draft was typed into an older state: which one stays is the person's choice. */
  question: { typedAt: string; differences: Difference[]; restore: () => void; discard: () => void } | null
}

/** Saves at once when the page may go away, and when the server can be reached again. */
function useFlush(saver: DraftSaver): void {
  useEffect(() => {
    const flush = () => saver.flush()
    document.addEventListener('visibilitychange', flush)
    window.addEventListener('online', flush)
    return () => {
      document.removeEventListener('visibilitychange', flush)
      window.removeEventListener('online', flush)
      flush()
    }
  }, [saver])
}

/** `open`: the draft was found, and nothing has been done with it yet. */
type Decision = 'open' | 'restore' | 'restored' | 'none'

/** Decides what happens to a draft that was found when the editor opened. */
function useFoundDraft<Content>(options: Options<Content>, isPaused: boolean) {
  const { stored, schema, basedOn, compare, onRestore } = options
  const [found] = useState(() => schema.safeParse(stored?.content).data ?? null)
  const [decision, decide] = useReducer(
    (_: Decision, next: Decision): Decision => next,
    found === null ? 'none' : 'open',
  )
  const isOpen = decision === 'open' && !isPaused
  const isOlder = isOpen && stored?.based_on !== basedOn
  const differences = isOlder && found !== null ? compare(found) : []
  // The older draft has been saved in the meantime.
  if (isOlder && differences.length === 0) decide('none')

  const isRestoring = decision === 'restore' || (isOpen && !isOlder)
  const restore = useEffectEvent(() => {
    if (found !== null) onRestore(found)
    decide('restored')
  })
  useEffect(() => {
    if (isRestoring) restore()
  }, [isRestoring])
  return { decision, decide, differences, isSettled: decision === 'restored' || decision === 'none' }
}

/** Saves what is typed into an editor while it is typed, and restores it when the editor opens again. */
export function useDraft<Content>(options: Options<Content>): DraftHandle {
  const { draftKey, stored, content, basedOn, isPaused = false, onDiscard } = options
  const [saver] = useState(() => draftSaverFor(draftKey, stored))
  const status = useSyncExternalStore(saver.subscribe, saver.read)
  const { decision, decide, differences, isSettled } = useFoundDraft(options, isPaused)
  const isSaved = isSettled && !isPaused
  const text = content === null ? null : draftText(content, basedOn)
  useEffect(() => {
    if (isSaved) saver.want(text)
  }, [saver, isSaved, text])
  useFlush(saver)
  const remove = () => saver.want(null)
  useDiscarded(remove)

  const typedAt = stored?.updated_at ?? null
  const isAsking = typedAt !== null && differences.length > 0
  return {
    status: content === null ? { state: 'none' } : status,
    restoredFrom: decision === 'restored' && content !== null ? typedAt : null,
    discard: () => {
      decide('none')
      onDiscard()
    },
    remove,
    question: isAsking
      ? { typedAt, differences, restore: () => decide('restore'), discard: () => decide('none') }
      : null,
  }
}
