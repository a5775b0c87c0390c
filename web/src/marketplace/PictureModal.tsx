import { CloseOnBack } from '../shared/CloseOnBack.tsx'
import { Modal, type ModalProps } from '../ui/Modal.tsx'

/** The modal of an enlarged picture, which the browser's Back also closes. */
export function PictureModal({ children, ...modal }: ModalProps) {
  return (
    <Modal {...modal}>
      <CloseOnBack />
      {children}
    </Modal>
  )
}
