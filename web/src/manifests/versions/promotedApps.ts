import { useSyncExternalStore } from 'react'
import { createStore } from '../../ui/createStore.ts'

/** By app: whether a version was promoted since the page was loaded, and none created since (PROM-13). */
export const promotedApps = createStore<Record<number, boolean>>(() => ({}))

export const setHasPromoted = (appId: number, hasPromoted: boolean): void =>
  promotedApps.write({ ...promotedApps.read(), [appId]: hasPromoted })

/** Returns whether a version of the app was just promoted, on whichever tab. */
export const useHasPromoted = (appId: number): boolean =>
  useSyncExternalStore(promotedApps.subscribe, () => promotedApps.read()[appId] === true)
