import { useSyncExternalStore } from 'react'
import type { Session } from '@trestle/domain/accounts/contract.ts'
import { createStore } from '../ui/createStore.ts'
import { readBootstrap } from './bootstrap.ts'

/** Returns the session and flags that came with the page. */
function sessionOfPage(): Session {
  const bootstrap = readBootstrap()
  if (bootstrap === undefined) throw new Error('The page came without its bootstrap data.')
  return bootstrap
}

const store = createStore(sessionOfPage)

export const currentSession = store.read

/** Called after signing in or out, or when the server sends a fresh session. */
export const replaceSession = store.write

/** Resolves once the session meets a condition. */
export async function waitForSession(
  isMet: (session: Session) => boolean,
  signal: AbortSignal | undefined,
): Promise<void> {
  signal?.throwIfAborted()
  if (isMet(currentSession())) return
  await new Promise<void>((resolve, reject) => {
    const unsubscribe = store.subscribe(() => {
      if (!isMet(currentSession())) return
      unsubscribe()
      resolve()
    })
    signal?.addEventListener(
      'abort',
      () => {
        unsubscribe()
        reject(signal.reason)
      },
      { once: true },
    )
  })
}

/** Returns who is signed in and the server's flags. */
export const useSession = (): Session => useSyncExternalStore(store.subscribe, store.read, store.read)

export const useFlags = (): Session['flags'] => useSession().flags
