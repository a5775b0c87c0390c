import { useSyncExternalStore } from 'react'
import { signedOutError } from './callError.ts'

/**
 * `noticed`: a call in the background found that the session has ended. `asking`: calls wait for a new sign-in.
 * `declined`: the sign-in was put off.
 */
export type SessionEnd = 'none' | 'noticed' | 'asking' | 'declined'

interface Waiting {
  resolve: () => void
  reject: (reason: unknown) => void
}

/** Holds the calls that wait while the person signs in again: all of them share one dialog. */
export function createEndedSession() {
  const listeners = new Set<() => void>()
  const held: { end: SessionEnd; waiting: Waiting[] } = { end: 'none', waiting: [] }
  const change = (end: SessionEnd) => {
    held.end = end
    for (const listener of listeners) listener()
  }
  const release = (): Waiting[] => held.waiting.splice(0)
  return {
    read: () => held.end,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Remembers the end without interrupting anyone. */
    notice: () => {
      if (held.end === 'none') change('noticed')
    },
    ask: () => change('asking'),
    /** Opens the dialog, and resolves once the person has signed in again. Rejects when they decline. */
    waitForSignIn: (signal?: AbortSignal): Promise<void> =>
      new Promise((resolve, reject) => {
        held.waiting.push({ resolve, reject })
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
        change('asking')
      }),
    decline: () => {
      change('declined')
      for (const { reject } of release()) reject(signedOutError())
    },
    renew: () => {
      change('none')
      for (const { resolve } of release()) resolve()
    },
  }
}

export const endedSession = createEndedSession()

export const useSessionEnd = (): SessionEnd => useSyncExternalStore(endedSession.subscribe, endedSession.read)
