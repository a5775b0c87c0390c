import { useSyncExternalStore } from 'react'
import { Session } from '@trestle/domain/accounts/contract.ts'

/** The page's bootstrap data: who is asking and what this server allows. Missing only when the page was not served by our server. */
function readBootstrap(): Session {
  const text = document.getElementById('bootstrap')?.textContent
  if (!text) throw new Error('The page came without its bootstrap data.')
  return Session.parse(JSON.parse(text))
}

function createSessionStore() {
  const listeners = new Set<() => void>()
  const held: { session: Session | null } = { session: null }
  const read = () => (held.session ??= readBootstrap())
  const replace = (session: Session) => {
    held.session = session
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return { read, replace, subscribe }
}

const store = createSessionStore()

export const currentSession = store.read

/** After signing in or out, or when the server handed out fresh data. */
export const replaceSession = store.replace

/** Who is signed in, and the flags of this server. */
export const useSession = (): Session => useSyncExternalStore(store.subscribe, store.read)

export const useFlags = (): Session['flags'] => useSession().flags
