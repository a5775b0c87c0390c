import { useSyncExternalStore } from 'react'
import { Session } from '@trestle/domain/accounts/contract.ts'
import { lenient } from '@trestle/domain/http/lenient.ts'
import { readBootstrap } from './bootstrap.ts'

/** Who is asking and what this server allows. */
function sessionOfPage(): Session {
  const bootstrap = readBootstrap()
  if (bootstrap === undefined) throw new Error('The page came without its bootstrap data.')
  return lenient(Session).parse(bootstrap)
}

function createSessionStore() {
  const listeners = new Set<() => void>()
  const held: { session: Session | null } = { session: null }
  const read = () => (held.session ??= sessionOfPage())
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
