import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { readBootstrap } from './bootstrap.ts'

const Bootstrap = z.object({ build: z.string().nullish() }).optional()

/** Compares the build this page came with and the one the server has, as its replies tell. */
function createBuildStore() {
  const listeners = new Set<() => void>()
  const held: { own: string | null | undefined; isOutdated: boolean } = { own: undefined, isOutdated: false }
  const own = () => (held.own ??= Bootstrap.parse(readBootstrap())?.build ?? null)
  const note = (serverBuild: string | null) => {
    if (serverBuild === null || own() === null) return
    // While servers are replaced one by one, the last word is that of the server one talks to.
    const isOutdated = serverBuild !== own()
    if (isOutdated === held.isOutdated) return
    held.isOutdated = isOutdated
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return { own, note, subscribe, isOutdated: () => held.isOutdated }
}

const store = createBuildStore()

/** Returns the build this page came with. */
export const ownBuild = store.own

/** Takes the build that a reply of our server names in its header. */
export const noteBuild = store.note

/** Whether the server has another version of this page by now. */
export const isPageOutdated = store.isOutdated

export const usePageOutdated = (): boolean => useSyncExternalStore(store.subscribe, store.isOutdated)
