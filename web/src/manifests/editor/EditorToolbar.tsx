import { Button, Group } from '@mantine/core'
import { IconBraces, IconShieldLock } from '@tabler/icons-react'
import { noPermissions, type Permissions } from '@trestle/domain/permissions/rules.ts'
import { useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import '../../texts/manifests.ts'
import classes from './EditorToolbar.module.css'
import { InsertMenu, type EditorBlocks } from './InsertMenu.tsx'
import { readPermissions, withPermissions } from './manifestPermissions.ts'
import { formatText } from './manifestText.ts'

/** Props of the permission builder, which the page passes in because it belongs to another feature. */
export interface PermissionBuilderProps {
  opened: boolean
  permissions: Permissions
  unreadable: boolean
  onApply: (permissions: Permissions) => void
  onClose: () => void
}
export type PermissionBuilder = ComponentType<PermissionBuilderProps>

interface EditorToolbarProps {
  text: string
  blocks: EditorBlocks
  /** Null where the permission builder is disabled. */
  permissionBuilder: PermissionBuilder | null
  onReplace: (text: string) => void
  /** Announces what has just happened. */
  onAnnounce: (announcement: string) => void
}

export function EditorToolbar({
  text,
  blocks,
  permissionBuilder: Builder,
  onReplace,
  onAnnounce,
}: EditorToolbarProps) {
  const { t } = useTranslation()
  const [isBuilding, setIsBuilding] = useState(false)
  const replace = (next: string, announcement: string) => {
    onReplace(next)
    onAnnounce(announcement)
  }
  const format = () => {
    const formatted = formatText(text)
    if (formatted === null) onAnnounce(t('manifests.editor.noObject'))
    else replace(formatted, t('manifests.editor.formatted'))
  }
  const apply = (permissions: Permissions) => {
    setIsBuilding(false)
    const next = withPermissions(text, permissions)
    if (next === null) onAnnounce(t('manifests.editor.permissionsRefused'))
    else replace(next, t('manifests.editor.permissionsApplied'))
  }
  const existing = isBuilding ? readPermissions(text) : noPermissions
  return (
    <Group gap="xs" className={classes['toolbar'] ?? ''}>
      <InsertMenu text={text} blocks={blocks} onReplace={replace} onAnnounce={onAnnounce} />
      {Builder && (
        <Button
          variant="default"
          leftSection={<IconShieldLock size="1rem" aria-hidden />}
          onClick={() => setIsBuilding(true)}
        >
          {t('manifests.editor.permissions')}
        </Button>
      )}
      <Button variant="default" leftSection={<IconBraces size="1rem" aria-hidden />} onClick={format}>
        {t('manifests.editor.format')}
      </Button>
      {Builder && (
        <Builder
          opened={isBuilding}
          permissions={existing ?? noPermissions}
          unreadable={existing === null}
          onApply={apply}
          onClose={() => setIsBuilding(false)}
        />
      )}
    </Group>
  )
}
