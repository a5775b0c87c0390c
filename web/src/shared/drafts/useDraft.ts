import type { Draft, DraftKey } from '@trestle/domain/drafts/contract.ts'
import { useEffect, useEffectEvent, useReducer, useState, useSyncExternalStore } from 'react'
import { useDiscarded } from '../LeaveGuard.tsx'
import type { DraftSaver, DraftStatus } from './draftSaver.ts'
import { onDeletedElsewhere } from './otherTabs.ts'
import { draftSaverFor, draftText } from './saverQueries.ts'

/** A part of the content that differs between the draft and the saved state. */
export interface Difference {
  label: string
  saved: string
  typed: string
}

interface Options<Content> {
  draftKey: DraftKey
  /** The draft that was loaded with the page. */
  stored: Draft | null
  /** Returns null for drafts in a content format that earlier releases wrote. */
  read: (content: unknown) => Content | null
  /** The unsaved content; null for none. */
  content: Content | null
  /** Identifies the state being edited. */
  basedOn: string | null
  /** True while editing is disabled; the draft stays unchanged. */
  isPaused?: boolean
  onRestore: (content: Content) => void
  /** Reverts what was restored. */
  onDiscard: () => void
  /** Returns the differences between the saved state and the draft. */
  compare: (content: Content) => Difference[]
}

export interface DraftHandle {
  status: DraftStatus
  /** When the restored text was typed; null if nothing was restored. */
  restoredFrom: string | null
  discard: () => void
  /** Deletes the draft of an editor that is closing. */
  remove: () => void
  /** Stops saving after the server deleted the edited subject along with its draft. */
  forget: () => void
  /** Set if the draft is based on an older state, so that the user must choose. */
  question: { typedAt: string; differences: Difference[]; restore: () => void; discard: () => void } | null
}

/** Saves immediately when the page may close, and when the server is reachable again. */
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

/** `open`: a draft was found, but not yet restored or discarded. */
type Decision = 'open' | 'restore' | 'restored' | 'none'

/** Decides what to do with a draft found when the editor opens. */
function useFoundDraft<Content>(options: Options<Content>, isPaused: boolean) {
  const { stored, read, basedOn, compare, onRestore } = options
  const [found] = useState(() => read(stored?.content))
  const [decision, decide] = useReducer(
    (_: Decision, next: Decision): Decision => next,
    found === null ? 'none' : 'open',
  )
  const isOpen = decision === 'open' && !isPaused
  const isOlder = isOpen && stored?.based_on !== basedOn
  const differences = isOlder && found !== null ? compare(found) : []
  // The older draft has been saved since.
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

/** Saves an editor's input while the user types, and restores it when the editor opens again. */
export function useDraft<Content>(options: Options<Content>): DraftHandle {
  const { draftKey, stored, content, basedOn, isPaused = false, onDiscard } = options
  const [saver] = useState(() => draftSaverFor(draftKey, stored))
  const status = useSyncExternalStore(saver.subscribe, saver.read)
  const { decision, decide, differences, isSettled } = useFoundDraft(options, isPaused)
  // The restored content has been saved or undone, or was the saved one.
  if (decision === 'restored' && content === null) decide('none')
  const isSaved = isSettled && !isPaused
  const text = content === null ? null : draftText(content, basedOn)
  useEffect(() => {
    if (isSaved) saver.want(text)
  }, [saver, isSaved, text])
  useFlush(saver)
  const { kind, subject_id: id } = draftKey
  useEffect(() => onDeletedElsewhere({ kind, subject_id: id }, saver.saveAgain), [saver, kind, id])
  const remove = () => saver.want(null)
  useDiscarded(() => {
    if (isSettled) remove()
  })

  const typedAt = stored?.updated_at ?? null
  const isAsking = typedAt !== null && differences.length > 0
  return {
    status: content === null ? { state: 'none' } : status,
    restoredFrom: decision === 'restored' ? typedAt : null,
    discard: () => {
      decide('none')
      onDiscard()
    },
    remove,
    forget: () => saver.forget(),
    question: isAsking
      ? { typedAt, differences, restore: () => decide('restore'), discard: () => decide('none') }
      : null,
  }
}
