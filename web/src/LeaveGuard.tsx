import { useBlocker, useLocation } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { DiscardQuestion } from './ui/Modal.tsx'

interface LeaveGuardProps {
  unsaved: boolean
  /** The question, where the page has one of its own. */
  question?: string
  /** Addresses at which the input is still there. */
  keptAt?: readonly string[]
}

type Asks = (pathname: string) => boolean

/** The guards on the screen, in the order they came. */
const guards: { asks: Asks }[] = []

/** Of several guards that would ask, only the one that came last does: one answer is enough for all of them. */
function useOneQuestion(asks: Asks): Asks {
  const guard = useRef({ asks })
  // Before anybody can press Back: what was just typed counts.
  useLayoutEffect(() => {
    guard.current.asks = asks
  })
  useEffect(() => {
    const own = guard.current
    guards.push(own)
    return () => void guards.splice(guards.indexOf(own), 1)
  }, [])
  return (pathname) => guards.findLast((each) => each.asks(pathname)) === guard.current
}

const discardListeners = new Set<() => void>()

/** Calls `onDiscarded` when the user leaves the page and discards what they typed. */
export function useDiscarded(onDiscarded: () => void): void {
  const notify = useEffectEvent(onDiscarded)
  useEffect(() => {
    const listener = () => notify()
    discardListeners.add(listener)
    return () => void discardListeners.delete(listener)
  }, [])
}

/** Asks before a page with unsaved input is left, by a link or by closing the tab. */
export function LeaveGuard({ unsaved, question, keptAt = [] }: LeaveGuardProps) {
  const asks = useOneQuestion((pathname) => unsaved && !keptAt.includes(pathname))
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ next }) => asks(next.pathname),
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

/**
 * A guard for a page of several parts: each reports, by its name, whether it holds something unsaved. Going from one
 * section of the page to another leaves nothing.
 */
export function useLeaveGuard(question: string) {
  const [parts, setParts] = useState<Record<string, boolean>>({})
  const report = useCallback(
    (part: string, unsaved: boolean) => setParts((before) => ({ ...before, [part]: unsaved })),
    [],
  )
  const here = useLocation({ select: ({ pathname }) => pathname })
  const guard = (
    <LeaveGuard unsaved={Object.values(parts).includes(true)} question={question} keptAt={[here]} />
  )
  return { guard, report }
}
