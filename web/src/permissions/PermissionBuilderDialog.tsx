import type { Permissions } from '@trestle/domain/permissions/rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/permissions.ts'
import { DiscardQuestion, Modal } from '../ui/Modal.tsx'
import { PermissionActions, PermissionBuilder } from './PermissionBuilder.tsx'

/** The specification's width of the drawer. */
const width = 804

export interface PermissionBuilderDialogProps {
  opened: boolean
  /** The manifest's permissions; an empty grid when they could not be read. */
  permissions: Permissions
  unreadable: boolean
  onApply: (permissions: Permissions) => void
  onClose: () => void
}

/** Asks before chosen levels are lost, however the dialog is closed. */
export function PermissionBuilderDialog(props: PermissionBuilderDialogProps) {
  const { t } = useTranslation()
  const [changed, setChanged] = useState<Permissions | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const discard = () => {
    setIsAsking(false)
    setChanged(null)
    props.onClose()
  }
  const requestClose = () => {
    if (changed) setIsAsking(true)
    else props.onClose()
  }
  const apply = (permissions: Permissions) => {
    setChanged(null)
    props.onApply(permissions)
  }
  return (
    <>
      <Modal
        opened={props.opened}
        onClose={requestClose}
        title={t('permissions.title')}
        size={width}
        locked={isAsking}
      >
        <PermissionBuilder
          permissions={changed ?? props.permissions}
          unreadable={props.unreadable}
          onChange={setChanged}
        />
        <PermissionActions
          permissions={changed ?? props.permissions}
          applyLabel={t('permissions.apply')}
          reason={null}
          onApply={apply}
          onCancel={requestClose}
        />
      </Modal>
      <DiscardQuestion opened={isAsking} onKeep={() => setIsAsking(false)} onDiscard={discard} />
    </>
  )
}
