import { useSyncExternalStore } from 'react'
import { createStore } from '../ui/createStore.ts'
import { readBootstrap } from './bootstrap.ts'

const cached: { own: string | null | undefined } = { own: undefined }

/** Returns the build this page came with. */
export const ownBuild = (): string | null => (cached.own ??= readBootstrap()?.build ?? null)

/** Returns whether a reply comes from a server of the page's own build. */
export const isOwnBuild = (serverBuild: string | null): boolean =>
  serverBuild !== null && serverBuild === ownBuild()

const outdated = createStore(() => false)

/** Records the build that a reply of our server names in its header. */
export function noteBuild(serverBuild: string | null): void {
  if (serverBuild === null || ownBuild() === null) return
  // During a rolling deployment, the latest reply counts.
  outdated.write(serverBuild !== ownBuild())
}

/** Returns whether the server has another version of this page. */
export const isPageOutdated = outdated.read

export const usePageOutdated = (): boolean => useSyncExternalStore(outdated.subscribe, outdated.read)
