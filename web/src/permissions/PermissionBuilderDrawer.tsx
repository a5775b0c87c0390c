import { hasAnyAccess, samePermissions, type Permissions } from '@trestle/domain/permissions/rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LeaveGuard } from '../shared/LeaveGuard.tsx'
import '../texts/permissions.ts'
import { Drawer } from '../ui/Drawer.tsx'
import { PermissionActions, PermissionBuilder } from './PermissionBuilder.tsx'
import classes from './PermissionBuilderDrawer.module.css'

/** PERM-01, CONST-07. */
const width = 804

export interface PermissionBuilderDrawerProps {
  opened: boolean
  permissions: Permissions
  onApply: (permissions: Permissions) => void
  onClose: () => void
}

export function PermissionBuilderDrawer({ opened, onClose, ...content }: PermissionBuilderDrawerProps) {
  const { t } = useTranslation()
  return (
    <Drawer opened={opened} onClose={onClose} title={t('permissions.title')} width={width}>
      <Content {...content} />
    </Drawer>
  )
}

interface ContentProps {
  permissions: Permissions
  onApply: (permissions: Permissions) => void
}

/** Mounted only while the drawer is open, so that each opening starts from the configuration. */
function Content({ permissions: initial, onApply }: ContentProps) {
  const { t } = useTranslation()
  const [permissions, setPermissions] = useState(initial)
  return (
    <div className={classes['content']}>
      <LeaveGuard unsaved={!samePermissions(permissions, initial)} />
      <PermissionBuilder permissions={permissions} onChange={setPermissions} />
      <PermissionActions
        permissions={permissions}
        applyLabel={t('permissions.applyToConfiguration')}
        reason={hasAnyAccess(permissions) ? null : t('permissions.needsTool')}
        onApply={onApply}
      />
    </div>
  )
}
