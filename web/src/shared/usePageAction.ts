import { useLocation, useNavigate } from '@tanstack/react-router'
import type { ReviewTransition } from '@trestle/domain/manifests/rules.ts'
import { useEffect, useEffectEvent, useRef } from 'react'

/** A dialog on an app's page that the command palette can open from anywhere. */
export type PageAction =
  | { name: 'createVersion' | 'editJson' | 'invite' | 'deleteApp' }
  | { name: 'promote'; versionId: number }
  | { name: 'review'; versionId: number; transition: ReviewTransition }

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Stored in the history state, not in the address, so that a link can't open a dialog. */
    pageAction?: PageAction
  }
}

type ActionNamed<Name extends PageAction['name']> = Extract<PageAction, { name: Name }>

const isNamed = <Name extends PageAction['name']>(
  action: PageAction | undefined,
  name: Name,
): action is ActionNamed<Name> => action?.name === name

/**
 * Opens a dialog when the command palette navigates here for it.
 *
 * An action whose data hasn't loaded yet waits. It leaves the history before it runs, so that it runs once.
 */
export function usePageAction<Name extends PageAction['name']>(
  name: Name,
  isPossible: boolean,
  run: (action: ActionNamed<Name>) => void,
): void {
  const navigate = useNavigate()
  const pending = useLocation({ select: ({ state }) => state.pageAction })
  const last = useRef<PageAction | undefined>(undefined)
  const isDue = isPossible && isNamed(pending, name)
  const start = useEffectEvent(() => {
    // React runs effects twice in development.
    if (!isNamed(pending, name) || pending === last.current) return
    last.current = pending
    void navigate({
      to: '.',
      search: true,
      hash: true,
      state: {},
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
    })
    run(pending)
  })
  useEffect(() => {
    if (isDue) start()
  }, [isDue])
}
