import { useBlocker, useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { lazyOverlay } from '../ui/LazyOverlay.tsx'
import type { DiscardQuestionProps } from '../ui/Modal.tsx'
import { useUnsaved } from '../ui/openDialog.ts'
import { isSame } from '../ui/isSame.ts'

const DiscardQuestion = lazyOverlay<DiscardQuestionProps>(() =>
  import('../ui/Modal.tsx').then((m) => m.DiscardQuestion),
)

/** Returns whether to stop a navigation. */
type Blocks = (pathname: string) => boolean

/** The mounted guards, oldest first. */
const guards: { blocks: Blocks }[] = []

/** Returns whether leaving the page would lose something, such as unsaved input. */
export const isPageGuarded = (): boolean => guards.some(({ blocks }) => blocks(''))

/** If several guards would stop a navigation, only the newest does, so that the user answers once. */
export function useNewestGuard(blocks: Blocks): Blocks {
  const guard = useRef({ blocks })
  // Runs before the user can press Back, so that the latest input is included.
  useLayoutEffect(() => {
    guard.current.blocks = blocks
  })
  useEffect(() => {
    const own = guard.current
    guards.push(own)
    return () => void guards.splice(guards.indexOf(own), 1)
  }, [])
  return (pathname) => guards.findLast((each) => each.blocks(pathname)) === guard.current
}

interface LeaveGuardProps {
  unsaved: boolean
  /** Overrides the default question. */
  question?: string
  /** Addresses where the input survives navigation. */
  allowedPaths?: readonly string[]
}

const discardListeners = new Set<() => void>()

/** Calls `onDiscarded` when the user leaves the page and discards their input. */
export function useDiscarded(onDiscarded: () => void): void {
  const notify = useEffectEvent(onDiscarded)
  useEffect(() => {
    const listener = () => notify()
    discardListeners.add(listener)
    return () => void discardListeners.delete(listener)
  }, [])
}

interface Destination {
  pathname: string
  search: object
}

/** Returns whether the addresses differ only in the part after `#`. */
const isSamePage = (current: Destination, next: Destination) =>
  current.pathname === next.pathname && isSame(current.search, next.search)

/**
 * Asks before the user leaves a page with unsaved input, by a link or by closing the tab. In a dialog or drawer,
 * also asks before it is closed.
 */
export function LeaveGuard({ unsaved: isTyped, question, allowedPaths = [] }: LeaveGuardProps) {
  const unsaved = useUnsaved(isTyped)
  const asks = useNewestGuard((pathname) => unsaved && !allowedPaths.includes(pathname))
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => !isSamePage(current, next) && asks(next.pathname),
    enableBeforeUnload: () => unsaved,
    withResolver: true,
  })
  const discard = () => {
    for (const listener of discardListeners) listener()
    proceed?.()
  }
  return (
    <DiscardQuestion
      opened={status === 'blocked'}
      {...(question !== undefined && { question })}
      onKeep={() => reset?.()}
      onDiscard={discard}
    />
  )
}

/** Guards a part of a page with sections. Moving between its sections doesn't count as leaving. */
export function PartLeaveGuard(props: Omit<LeaveGuardProps, 'allowedPaths'>) {
  const here = useLocation({ select: ({ pathname }) => pathname })
  return <LeaveGuard {...props} allowedPaths={[here]} />
}
