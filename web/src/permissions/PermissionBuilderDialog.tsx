import { Button, Group, Stack, Tabs, Text } from '@mantine/core'
import { scopes, type Scope } from '@trestle/domain/permissions/contract.ts'
import type { Permissions } from '@trestle/domain/permissions/rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { Banner } from '../ui/Banner.tsx'
import { TextLink } from '../ui/Link.tsx'
import { DiscardQuestion, Modal } from '../ui/Modal.tsx'
import { PermissionGrid } from './PermissionGrid.tsx'

/** As wide as the drawer the specification speaks of. */
const width = 804

interface PermissionBuilderDialogProps {
  opened: boolean
  /** What the manifest says now; an empty grid when that could not be read. */
  permissions: Permissions
  unreadable: boolean
  onApply: (permissions: Permissions) => void
  onClose: () => void
}

/** Asks before chosen levels are lost, whichever way it is left. */
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
    // Later, because the Escape that asks would at once answer the question as well.
    if (changed) setTimeout(() => setIsAsking(true))
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
        <Builder
          permissions={changed ?? props.permissions}
          unreadable={props.unreadable}
          onChange={setChanged}
          onApply={apply}
          onClose={requestClose}
        />
      </Modal>
      <DiscardQuestion opened={isAsking} onKeep={() => setIsAsking(false)} onDiscard={discard} />
    </>
  )
}

interface BuilderProps {
  permissions: Permissions
  unreadable: boolean
  onChange: (permissions: Permissions) => void
  onApply: (permissions: Permissions) => void
  onClose: () => void
}

const accessCount = (permissions: Permissions, scope: Scope) =>
  Object.values(permissions[scope]).filter((level) => level !== 'none').length

function Builder({ permissions, unreadable, onChange, onApply, onClose }: BuilderProps) {
  const { t } = useTranslation()
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
            const count = accessCount(permissions, scope)
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
            <PermissionGrid scope={scope} permissions={permissions} onChange={onChange} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <Group justify="space-between">
        <Text component="output" size="sm" c="dimmed">
          {t('permissions.countNote', {
            count: accessCount(permissions, 'company') + accessCount(permissions, 'project'),
          })}
        </Text>
        <Group>
          <Button variant="default" onClick={onClose}>
            {t('permissions.cancel')}
          </Button>
          <Button onClick={() => onApply(permissions)}>{t('permissions.apply')}</Button>
        </Group>
      </Group>
    </Stack>
  )
}
