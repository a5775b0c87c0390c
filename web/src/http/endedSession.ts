import { useSyncExternalStore } from 'react'
import { createStore } from '../createStore.ts'
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
  const { read, write, subscribe } = createStore<SessionEnd>(() => 'none')
  const waiting: Waiting[] = []
  return {
    read,
    subscribe,
    /** Remembers the end without interrupting anyone. */
    notice: () => {
      if (read() === 'none') write('noticed')
    },
    ask: () => write('asking'),
    /** Opens the dialog, and resolves once the person has signed in again. Rejects when they decline. */
    waitForSignIn: async (signal?: AbortSignal): Promise<void> => {
      signal?.throwIfAborted()
      await new Promise<void>((resolve, reject) => {
        waiting.push({ resolve, reject })
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
        write('asking')
      })
    },
    decline: () => {
      write('declined')
      for (const { reject } of waiting.splice(0)) reject(signedOutError())
    },
    renew: () => {
      write('none')
      for (const { resolve } of waiting.splice(0)) resolve()
    },
  }
}

export const endedSession = createEndedSession()

export const useSessionEnd = (): SessionEnd => useSyncExternalStore(endedSession.subscribe, endedSession.read)
