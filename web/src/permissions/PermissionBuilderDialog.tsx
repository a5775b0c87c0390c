import { Stack } from '@mantine/core'
import { samePermissions, type Permissions } from '@trestle/domain/permissions/rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LeaveGuard } from '../shared/LeaveGuard.tsx'
import '../texts/permissions.ts'
import { Modal } from '../ui/Modal.tsx'
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

/** Asks before selected levels are lost, no matter how the dialog is closed. */
export function PermissionBuilderDialog(props: PermissionBuilderDialogProps) {
  const { t } = useTranslation()
  const [changed, setChanged] = useState<Permissions | null>(null)
  const permissions = changed ?? props.permissions
  const close = () => {
    setChanged(null)
    props.onClose()
  }
  const apply = (chosen: Permissions) => {
    setChanged(null)
    props.onApply(chosen)
  }
  return (
    <Modal opened={props.opened} onClose={close} title={t('permissions.title')} size={width}>
      <LeaveGuard unsaved={!samePermissions(permissions, props.permissions)} />
      <Stack gap="md">
        <PermissionBuilder permissions={permissions} unreadable={props.unreadable} onChange={setChanged} />
        <PermissionActions
          permissions={permissions}
          applyLabel={t('permissions.apply')}
          reason={null}
          onApply={apply}
        />
      </Stack>
    </Modal>
  )
}
