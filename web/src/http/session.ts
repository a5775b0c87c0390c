import { useSyncExternalStore } from 'react'
import { Session } from '@trestle/domain/accounts/contract.ts'
import { lenient } from '@trestle/domain/http/lenient.ts'
import { createStore } from '../createStore.ts'
import { readBootstrap } from './bootstrap.ts'

/** Who is asking and what this server allows. */
function sessionOfPage(): Session {
  const bootstrap = readBootstrap()
  if (bootstrap === undefined) throw new Error('The page came without its bootstrap data.')
  return lenient(Session).parse(bootstrap)
}

const store = createStore(sessionOfPage)

export const currentSession = store.read

/** After signing in or out, or when the server handed out fresh data. */
export const replaceSession = store.write

/** Who is signed in, and the flags of this server. */
export const useSession = (): Session => useSyncExternalStore(store.subscribe, store.read)

export const useFlags = (): Session['flags'] => useSession().flags
