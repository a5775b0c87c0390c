import { Button, Stack, Tabs, Text } from '@mantine/core'
import { scopes } from '@trestle/domain/permissions/levels.ts'
import { accessCount, adminCount, type Permissions } from '@trestle/domain/permissions/rules.ts'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/permissions.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { Banner } from '../ui/Banner.tsx'
import { CancelButton } from '../ui/CancelButton.tsx'
import { DialogFooter } from '../ui/DialogFooter.tsx'
import { TextLink } from '../ui/Link.tsx'
import type { Sort } from '../ui/sort.ts'
import classes from './PermissionBuilder.module.css'
import { PermissionGrid } from './PermissionGrid.tsx'
import { byName } from './sortTools.ts'

interface PermissionBuilderProps {
  permissions: Permissions
  /** The existing permissions could not be read, so the grid starts empty. */
  unreadable?: boolean
  onChange: (permissions: Permissions) => void
}

/** Shows both grids, in the editor's modal or in the Configurations tab's drawer (PERM-01). */
export function PermissionBuilder({ permissions, unreadable = false, onChange }: PermissionBuilderProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<Sort>(byName)
  return (
    <Stack gap="md">
      <Text size="sm">
        {t('permissions.lead')}{' '}
        <TextLink href={paths.documentation('developer-managed-service-accounts')} target="_blank">
          {t('permissions.documentation')}
        </TextLink>
      </Text>
      {unreadable && (
        <Banner tone="danger" announce title={t('permissions.unreadable')}>
          <p>{t('permissions.unreadableDetail')}</p>
        </Banner>
      )}
      <Tabs defaultValue="company" keepMounted={false}>
        <Tabs.List aria-label={t('permissions.scopes')}>
          {scopes.map((scope) => {
            const count = accessCount(permissions, [scope])
            return (
              <Tabs.Tab key={scope} value={scope}>
                {count === 0
                  ? t(`permissions.${scope}`)
                  : t('permissions.withCount', { scope: t(`permissions.${scope}`), count })}
              </Tabs.Tab>
            )
          })}
        </Tabs.List>
        {scopes.map((scope) => (
          <Tabs.Panel key={scope} value={scope} pt="md">
            <Boundary>
              <PermissionGrid
                scope={scope}
                permissions={permissions}
                onChange={onChange}
                search={search}
                onSearch={setSearch}
                sort={sort}
                onSort={setSort}
              />
            </Boundary>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  )
}

interface PermissionActionsProps {
  permissions: Permissions
  applyLabel: string
  /** The reason why the permissions can't be applied; null when they can. */
  reason: string | null
  onApply: (permissions: Permissions) => void
}

/** Shows how many levels are chosen, and the buttons. */
export function PermissionActions(props: PermissionActionsProps) {
  const { permissions, applyLabel, reason, onApply } = props
  const { t } = useTranslation()
  const reasonId = useId()
  const count = accessCount(permissions)
  const admins = adminCount(permissions)
  return (
    <DialogFooter
      reason={reason}
      reasonId={reasonId}
      info={
        <output className={classes['counts']}>
          {t('permissions.countNote', { count })}
          {admins > 0 && <span>{t('permissions.adminNote', { count: admins })}</span>}
        </output>
      }
    >
      <CancelButton>{t('permissions.cancel')}</CancelButton>
      <Button
        disabled={reason !== null}
        aria-describedby={reason === null ? undefined : reasonId}
        onClick={() => onApply(permissions)}
      >
        {applyLabel}
      </Button>
    </DialogFooter>
  )
}
