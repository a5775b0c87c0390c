import { CloseOnBack } from '../shared/CloseOnBack.tsx'
import { Modal, type ModalProps } from '../ui/Modal.tsx'

/** The modal of an enlarged picture, which the browser's Back also closes. */
export function PictureModal(props: ModalProps) {
  return (
    <>
      {props.opened && <CloseOnBack onClose={props.onClose} />}
      <Modal {...props} />
    </>
  )
}
