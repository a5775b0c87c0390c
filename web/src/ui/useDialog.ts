import { useMemo, useReducer, useRef, useState } from 'react'
import { useEscape } from './useEscape.ts'
import { useFocusReturn } from './useFocusReturn.ts'
import { useLatest } from './useLatest.ts'

interface Dialog {
  opened: boolean
  onClose: () => void
  locked?: boolean
  onTop?: boolean
}

/**
 * Returns the shared parts of modals and drawers: the context of their content, a function that closes them unless
 * they are locked or waiting for a reply, and the question before they lose unsaved input.
 */
export function useDialog({ opened, onClose, locked = false, onTop = false }: Dialog) {
  const [isAsking, setAsking] = useState(false)
  const [requests, addRequests] = useReducer((sum: number, count: number) => sum + count, 0)
  const isBusy = requests > 0
  const unsavedParts = useRef(0)
  const close = useLatest(() => {
    if (locked || isBusy) return
    if (unsavedParts.current > 0) setAsking(true)
    else onClose()
  })
  useFocusReturn(opened)
  useEscape(opened, close, onTop)
  const context = useMemo(() => {
    const addUnsaved = (count: number) => void (unsavedParts.current += count)
    return { opened, isBusy, addRequests, addUnsaved, close }
  }, [opened, isBusy, close])
  const question = {
    opened: isAsking,
    onKeep: () => setAsking(false),
    onDiscard: () => {
      setAsking(false)
      onClose()
    },
  }
  return { context, close, question }
}
