import { createStore } from '../../http/createStore.ts'

export type DraftStatus =
  | { state: 'none' }
  | { state: 'saving' }
  /** `at` is in milliseconds. */
  | { state: 'saved'; at: number }
  /** The draft is saved soon, once the server is reachable. */
  | { state: 'waiting' }
  | { state: 'refused'; message: string }

/** A refused draft isn't sent again until it changes. */
export type Failure = { retries: true } | { retries: false; message: string }

interface Options {
  put: (draft: string) => Promise<void>
  remove: () => Promise<void>
  /** Maps an error of `put` or `remove` to a failure. */
  toFailure: (error: unknown) => Failure
  pauseMs?: number
  retryMs?: number
}

/** Saves the typed draft on the server: one call at a time, after a pause in typing. */
export function createDraftSaver(
  initial: string | null,
  { put, remove, toFailure, pauseMs = 1000, retryMs = 5000 }: Options,
) {
  const { read, write: report, subscribe } = createStore<DraftStatus>(() => ({ state: 'none' }))
  const held: {
    wanted: string | null
    /** Undefined while it is unknown which version the server has. */
    stored: string | null | undefined
    /** The draft the server refused last; undefined for none. */
    refused: string | null | undefined
    isBusy: boolean
    timer: ReturnType<typeof setTimeout> | undefined
  } = { wanted: initial, stored: initial, refused: undefined, isBusy: false, timer: undefined }

  const schedule = (ms: number) => {
    clearTimeout(held.timer)
    held.timer = setTimeout(() => void send(), ms)
  }
  /** Resolves to whether to try again. */
  const write = async (draft: string | null): Promise<boolean> => {
    held.stored = undefined
    held.refused = undefined
    if (draft !== null) report({ state: 'saving' })
    try {
      await (draft === null ? remove() : put(draft))
    } catch (error) {
      const failure = toFailure(error)
      if (!failure.retries) held.refused = draft
      report(failure.retries ? { state: 'waiting' } : { state: 'refused', message: failure.message })
      return failure.retries
    }
    held.stored = draft
    report(draft === null ? { state: 'none' } : { state: 'saved', at: Date.now() })
    return false
  }
  const send = async (): Promise<void> => {
    clearTimeout(held.timer)
    if (held.isBusy || held.wanted === held.stored || held.wanted === held.refused) return
    held.isBusy = true
    const sent = held.wanted
    const mustRetry = await write(sent)
    held.isBusy = false
    if (held.wanted !== sent) schedule(held.wanted === null ? 0 : pauseMs)
    else if (mustRetry) schedule(retryMs)
  }
  return {
    read,
    subscribe,
    /** Sets the draft to save; null deletes it. */
    want: (draft: string | null) => {
      if (draft === held.wanted) return
      held.wanted = draft
      if (draft === null) void send()
      else schedule(pauseMs)
    },
    /** Saves immediately instead of after the pause. */
    flush: () => void send(),
  }
}

export type DraftSaver = ReturnType<typeof createDraftSaver>
