import { useBlocker } from '@tanstack/react-router'
import { DiscardQuestion } from './ui/Modal.tsx'

/** Asks before a page with unsaved input is left, by a link or by closing the tab. */
export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => unsaved,
    enableBeforeUnload: () => unsaved,
    withResolver: true,
  })
  return (
    <DiscardQuestion opened={status === 'blocked'} onKeep={() => reset?.()} onDiscard={() => proceed?.()} />
  )
}
