import { createStore } from '../../ui/createStore.ts'
import { pageAge } from '../../ui/useNow.ts'

export type DraftStatus =
  | { state: 'none' }
  | { state: 'saving' }
  /** `at` is the age of the page. */
  | { state: 'saved'; at: number }
  /** The draft is saved soon, once the server is reachable. */
  | { state: 'waiting' }
  | { state: 'refused'; message: string }

/** The effect of an error on a draft: whether it is retried, or refused until it changes. */
type WriteOutcome = { retries: true } | { retries: false; message: string }

interface Options {
  put: (draft: string) => Promise<void>
  remove: () => Promise<void>
  /** Called when nothing is typed anymore and the draft is deleted, by `remove` or with a save. */
  onDeleted: () => void
  /** Returns what an error of `put` or `remove` means. */
  toOutcome: (error: unknown) => WriteOutcome
  pauseMs?: number
  retryMs?: number
}

interface Current {
  wanted: string | null
  /** Undefined while it is unknown which version the server has. */
  stored: string | null | undefined
  /** The draft the server refused last; undefined for none. */
  refused: string | null | undefined
  isBusy: boolean
  /** The server has deleted the draft along with the edited subject. */
  isGone: boolean
  timer: ReturnType<typeof setTimeout> | undefined
}

const startWith = (draft: string | null): Current => ({
  wanted: draft,
  stored: draft,
  refused: undefined,
  isBusy: false,
  isGone: false,
  timer: undefined,
})

/** Saves the typed draft on the server: one call at a time, after a pause in typing. */
export function createDraftSaver(
  initial: string | null,
  { put, remove, onDeleted, toOutcome, pauseMs = 1000, retryMs = 5000 }: Options,
) {
  const { read, write: report, subscribe } = createStore<DraftStatus>(() => ({ state: 'none' }))
  const current = startWith(initial)
  const schedule = (ms: number) => {
    clearTimeout(current.timer)
    current.timer = setTimeout(() => void send(), ms)
  }
  /** Resolves to whether to try again. */
  const write = async (draft: string | null): Promise<boolean> => {
    current.stored = undefined
    current.refused = undefined
    if (draft !== null) report({ state: 'saving' })
    try {
      await (draft === null ? remove() : put(draft))
    } catch (error) {
      const outcome = toOutcome(error)
      if (!outcome.retries) current.refused = draft
      report(outcome.retries ? { state: 'waiting' } : { state: 'refused', message: outcome.message })
      return outcome.retries
    }
    current.stored = draft
    report(draft === null ? { state: 'none' } : { state: 'saved', at: pageAge() })
    if (draft === null) onDeleted()
    return false
  }
  const send = async (): Promise<void> => {
    clearTimeout(current.timer)
    if (current.isBusy || current.isGone) return
    if (current.wanted === current.stored || current.wanted === current.refused) return
    current.isBusy = true
    const sent = current.wanted
    const mustRetry = await write(sent)
    current.isBusy = false
    if (current.wanted !== sent) schedule(current.wanted === null ? 0 : pauseMs)
    else if (mustRetry) schedule(retryMs)
  }
  return {
    read,
    subscribe,
    /** Sets the draft to save; null deletes it. */
    want: (draft: string | null) => {
      if (draft === current.wanted) return
      current.wanted = draft
      if (draft !== null) schedule(pauseMs)
      else if (current.stored === null) onDeleted()
      else void send()
    },
    /** Saves the current input again after another tab deleted the draft. */
    saveAgain: () => {
      if (current.stored === null || current.wanted === null) return
      current.stored = undefined
      void send()
    },
    /** Stops sending, because the edited subject was deleted along with its draft. */
    forget: () => {
      current.isGone = true
    },
    /** Saves immediately instead of after the pause. */
    flush: () => void send(),
  }
}

export type DraftSaver = ReturnType<typeof createDraftSaver>
