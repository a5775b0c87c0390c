import { useSyncExternalStore } from 'react'
import { createStore } from '../ui/createStore.ts'
import { signedOutError } from './callError.ts'

/**
 * `noticed`: a background call found that the session has ended. `asking`: calls wait for a new sign-in. `declined`:
 * the user postponed the sign-in.
 */
type SessionEnd = 'none' | 'noticed' | 'asking' | 'declined'

interface Waiting {
  resolve: () => void
  reject: (reason: unknown) => void
}

/** Queues the calls that wait until the user signs in again, so that they share one dialog. */
export function createEndedSession() {
  const { read, write, subscribe } = createStore<SessionEnd>(() => 'none')
  const waiting: Waiting[] = []
  return {
    read,
    subscribe,
    /** Records the end without interrupting the user. */
    notice: () => {
      if (read() === 'none') write('noticed')
    },
    ask: () => write('asking'),
    /** Opens the dialog. Resolves once the user has signed in again; rejects if they decline. */
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
