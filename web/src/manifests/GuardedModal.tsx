import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import { LeaveGuard } from '../shared/LeaveGuard.tsx'
import { CancelButton } from '../ui/CancelButton.tsx'
import { DiscardQuestion, Modal } from '../ui/Modal.tsx'
import { useReportUnsaved } from '../ui/useReportUnsaved.ts'

interface Dialog {
  /** Asks first if there is unsaved input. */
  requestClose: () => void
  setDirty: (isDirty: boolean) => void
  /** While another dialog is on top, Escape belongs to that one. */
  setCovered: (isCovered: boolean) => void
}

const DialogContext = createContext<Dialog | null>(null)

function useDialog(): Dialog {
  const dialog = useContext(DialogContext)
  if (!dialog) throw new Error('This part belongs inside a GuardedModal.')
  return dialog
}

interface GuardedModalProps {
  opened: boolean
  onClose: () => void
  title: ReactNode
  size?: 'md' | 'lg'
  fullScreen?: boolean
  children: ReactNode
}

/** Shows a modal that asks before typed text is lost: on the cross, Escape, a click outside, Cancel or Back. */
export function GuardedModal({ opened, onClose, children, ...modal }: GuardedModalProps) {
  const [isDirty, setDirty] = useState(false)
  const [isCovered, setCovered] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const requestClose = () => {
    if (isDirty) setIsAsking(true)
    else onClose()
  }
  const discard = () => {
    setIsAsking(false)
    onClose()
  }
  const dialog = { requestClose, setDirty, setCovered }
  return (
    <>
      <Modal {...modal} opened={opened} onClose={requestClose} locked={isCovered || isAsking}>
        <DialogContext value={dialog}>{children}</DialogContext>
      </Modal>
      <DiscardQuestion opened={isAsking} onKeep={() => setIsAsking(false)} onDiscard={discard} />
      <LeaveGuard unsaved={opened && isDirty} />
    </>
  )
}

/** Asks first if there is unsaved input. */
export function GuardedCancelButton({ label }: { label?: string }) {
  return <CancelButton onClick={useDialog().requestClose}>{label}</CancelButton>
}

/** Reports unsaved input to the enclosing dialog before the next key press, and takes it back on unmount. */
export function useUnsaved(isDirty: boolean): void {
  const { setDirty } = useDialog()
  useReportUnsaved(isDirty, setDirty)
}

/** Reports to the enclosing dialog that another one covers it. */
export function useCover(isCovered: boolean): void {
  const { setCovered } = useDialog()
  useEffect(() => {
    setCovered(isCovered)
    return () => setCovered(false)
  }, [isCovered, setCovered])
}
