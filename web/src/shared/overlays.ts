import type { RouterHistory } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What is open over the page at this entry of the history. The topmost is last. */
    overlays?: readonly string[]
    /** The key of the page's own entry, which is below those of its overlays. */
    pageKey?: string
  }
}

/** The overlays that are open now. The history can have entries of others, such as from before a reload. */
const open = new Set<string>()

/** The entry that is being left. */
const leaving = { key: '' }

/** Returns a function for when the overlay closes. */
export function addOverlay(id: string): () => void {
  open.add(id)
  return () => void open.delete(id)
}

/** Leaves the current entry of the history if its overlay is closed: Back from there would seem to do nothing. */
export function leaveClosed(history: RouterHistory, isForward = false): void {
  const { overlays, __TSR_key: key = '' } = history.location.state
  const top = overlays?.at(-1)
  if (top === undefined || open.has(top) || leaving.key === key) return
  leaving.key = key
  // If no entry follows, this does nothing, and the next navigation would ignore the blockers instead.
  if (isForward) history.forward()
  else history.back({ ignoreBlocker: true })
}

/** Skips the entries of closed overlays. A reloaded page may start at one. */
export function skipClosed(history: RouterHistory): () => void {
  leaveClosed(history)
  return history.subscribe(({ action }) => {
    leaving.key = ''
    leaveClosed(history, action.type === 'FORWARD')
  })
}
