import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { FormModal } from '../shared/FormModal.tsx'
import { useReportUnsaved } from '../ui/useReportUnsaved.ts'

interface Dialog {
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

/** Shows a modal whose content reports unsaved input and dialogs above it. */
export function GuardedModal({ children, ...modal }: GuardedModalProps) {
  const [isDirty, setDirty] = useState(false)
  const [isCovered, setCovered] = useState(false)
  const dialog = useMemo(() => ({ setDirty, setCovered }), [])
  return (
    <FormModal {...modal} unsaved={isDirty} locked={isCovered}>
      <DialogContext value={dialog}>{children}</DialogContext>
    </FormModal>
  )
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
