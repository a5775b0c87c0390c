import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { createStore } from '../createStore.ts'
import { readBootstrap } from './bootstrap.ts'

const Bootstrap = z.object({ build: z.string().nullish() }).optional()

const held: { own: string | null | undefined } = { own: undefined }

/** Returns the build this page came with. */
export const ownBuild = (): string | null => (held.own ??= Bootstrap.parse(readBootstrap())?.build ?? null)

const outdated = createStore(() => false)

/** Takes the build that a reply of our server names in its header. */
export function noteBuild(serverBuild: string | null): void {
  if (serverBuild === null || ownBuild() === null) return
  // While servers are replaced one by one, the latest reply counts.
  outdated.write(serverBuild !== ownBuild())
}

/** Whether the server has another version of this page by now. */
export const isPageOutdated = outdated.read

export const usePageOutdated = (): boolean => useSyncExternalStore(outdated.subscribe, outdated.read)
