import { Button } from '@mantine/core'
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LeaveGuard } from '../LeaveGuard.tsx'
import { DiscardQuestion, Modal } from '../ui/Modal.tsx'
import { useReportUnsaved } from '../ui/useReportUnsaved.ts'

interface Dialog {
  /** Asks first when something would be lost. */
  requestClose: () => void
  setDirty: (isDirty: boolean) => void
  /** Another dialog lies on top: Escape is its own. */
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

/** A modal that asks before typed text is lost, whichever way it is left: cross, Escape, outside, Cancel or Back. */
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

export function CancelButton({ label }: { label?: string }) {
  const { t } = useTranslation()
  return (
    <Button variant="default" onClick={useDialog().requestClose}>
      {label ?? t('ui.cancel')}
    </Button>
  )
}

/** Tells the dialog around that something was typed, before the next key. Leaving the screen takes it back. */
export function useUnsaved(isDirty: boolean): void {
  const { setDirty } = useDialog()
  useReportUnsaved(isDirty, setDirty)
}

/** Tells the dialog around that something lies on top of it. */
export function useCover(isCovered: boolean): void {
  const { setCovered } = useDialog()
  useEffect(() => {
    setCovered(isCovered)
    return () => setCovered(false)
  }, [isCovered, setCovered])
}
