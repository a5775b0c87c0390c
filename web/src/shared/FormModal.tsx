import type { ComponentProps } from 'react'
import { Modal } from '../ui/Modal.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'

/** Shows a modal that asks before typed input is lost, also when the page is left, for example with Back. */
export function FormModal({ unsaved = false, ...modal }: ComponentProps<typeof Modal>) {
  return (
    <>
      <Modal {...modal} unsaved={unsaved} />
      <LeaveGuard unsaved={modal.opened && unsaved} />
    </>
  )
}
