import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ConfiguredContent } from '@trestle/domain/manifests/contract.ts'
import {
  hasServiceAccount,
  isLastPartOut,
  serviceAccountBlock,
  userLevelBlock,
  withoutServiceAccount,
  withPermissions,
  withUserLevel,
} from '@trestle/domain/manifests/configurations/dataConnector.ts'
import { scopes } from '@trestle/domain/permissions/levels.ts'
import { findTool, levelLabels, levelWarning, type Permissions } from '@trestle/domain/permissions/rules.ts'
import { Fragment, useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import '../../texts/dataConnector.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { TextLink } from '../../ui/Link.tsx'
import classes from './DataConnectorCard.module.css'
import { useEditing } from './useEditing.ts'

/** Props of the permission drawer, which the page passes in because it belongs to another feature. */
export interface PermissionDrawerProps {
  opened: boolean
  permissions: Permissions
  onApply: (permissions: Permissions) => void
  onClose: () => void
}
export type PermissionDrawer = ComponentType<PermissionDrawerProps>

interface DataConnectorCardProps {
  configured: ConfiguredContent
  /** Removing the last part of a configuration here allows an empty save (CONF-46). */
  onChange: (configured: ConfiguredContent, options: { allowEmptySave: boolean }) => void
  /** Why the card is read-only; null when it can be edited. */
  disabledReason: string | null
  /** True once a version with a data connector has been promoted (PERM-11). */
  locked: boolean
  /** Whether the manifest supports user-level authentication (PERM-13). */
  capable: boolean
  /** Only a confidential app can use a service account. */
  confidential: boolean
  /** While the permission drawer is open, saving is disabled (CONF-42). */
  onEditing: (isOpen: boolean) => void
  /** Null where the permission builder is disabled (PERM-15). */
  permissionDrawer: PermissionDrawer | null
}

export function DataConnectorCard(props: DataConnectorCardProps) {
  const { configured, onChange, disabledReason, locked } = props
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const change = (next: ConfiguredContent) => onChange(next, { allowEmptySave: isLastPartOut(next) })
  const userLevel = userLevelBlock(props)
  const switchUserLevel = (isOn: boolean) => {
    if (isOn) change(withUserLevel(configured, true))
    else setIsAsking(true)
  }
  return (
    <Stack gap="lg">
      <Text size="sm" c="dimmed">
        {t('dataConnector.lead')}
      </Text>
      {disabledReason !== null && <Text size="sm">{disabledReason}</Text>}
      <BlockedCheckbox
        label={t('dataConnector.userLevel')}
        hint={t('dataConnector.userLevelHint')}
        checked={configured.oauth.enabled}
        isOff={disabledReason !== null || userLevel !== null}
        reason={userLevel && t(`dataConnector.blocked.${userLevel}`)}
        onChange={switchUserLevel}
      />
      <ServiceAccount
        {...props}
        onApply={(permissions) => change(withPermissions(configured, permissions, locked))}
        onTurnOff={() => change(withoutServiceAccount(configured))}
      />
      <Text size="sm">
        <TextLink href={paths.documentation('developer-managed-service-accounts')} target="_blank">
          {t('dataConnector.documentation')}
        </TextLink>
      </Text>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('dataConnector.turnOff.title')}
        confirmLabel={t('dataConnector.turnOff.confirm')}
        danger
        onConfirm={() => change(withUserLevel(configured, false))}
      >
        <Text>{t('dataConnector.turnOff.detail')}</Text>
        <Text mt="xs">{t('dataConnector.turnOff.until')}</Text>
      </ConfirmDialog>
    </Stack>
  )
}

interface BlockedCheckboxProps {
  label: string
  hint: string
  checked: boolean
  isOff: boolean
  /** Why this checkbox is disabled, or what is wrong with it. */
  reason: string | null
  onChange: (isOn: boolean) => void
}

/** Shows a checkbox with the reason below it. */
function BlockedCheckbox({ label, hint, checked, isOff, reason, onChange }: BlockedCheckboxProps) {
  return (
    <Checkbox
      classNames={{ label: classes['label'] ?? '' }}
      label={label}
      description={
        <>
          {hint}
          {reason !== null && <span className={classes['reason']}>{reason}</span>}
        </>
      }
      checked={checked}
      disabled={isOff}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

interface ServiceAccountProps extends DataConnectorCardProps {
  onApply: (permissions: Permissions) => void
  onTurnOff: () => void
}

/** Shows the grid when ticked; without a tool above None there is no service account (PERM-09). */
function ServiceAccount(props: ServiceAccountProps) {
  const { configured, disabledReason, onEditing, permissionDrawer: Drawer, onApply, onTurnOff } = props
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  // Ticking the box again restores the last choice.
  const [lastChosen, setLastChosen] = useState(configured.permissions)
  useEditing(isOpen, onEditing)
  const isOn = hasServiceAccount(configured)
  const block = Drawer ? serviceAccountBlock(props) : 'noBuilder'
  // A public app's account never works, but can be removed.
  const note = block ?? (isOn && !props.confidential ? 'publicApp' : null)
  const toggle = (on: boolean) => {
    if (on) return setIsOpen(true)
    setLastChosen(configured.permissions)
    return onTurnOff()
  }
  const apply = (permissions: Permissions) => {
    setIsOpen(false)
    onApply(permissions)
  }
  return (
    <div>
      <BlockedCheckbox
        label={t('dataConnector.serviceAccount')}
        hint={t('dataConnector.serviceAccountHint')}
        checked={isOn || isOpen}
        isOff={disabledReason !== null || block !== null}
        reason={note && t(`dataConnector.blocked.${note}`)}
        onChange={toggle}
      />
      {isOn && (
        <div className={classes['tools']}>
          <ToolTable permissions={configured.permissions} />
          {Drawer && (
            <Button variant="default" disabled={disabledReason !== null} onClick={() => setIsOpen(true)}>
              {t('dataConnector.edit')}
            </Button>
          )}
        </div>
      )}
      {Drawer && (
        <Drawer
          opened={isOpen}
          permissions={isOn ? configured.permissions : lastChosen}
          onApply={apply}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  )
}

/** Lists the tools above None, with what a level grants beyond its name. */
function ToolTable({ permissions }: { permissions: Permissions }) {
  const { t } = useTranslation()
  const rows = scopes.flatMap((scope) =>
    Object.entries(permissions[scope])
      .filter(([, level]) => level !== 'none')
      .map(([name, level]) => ({
        scope,
        name,
        level,
        tool: findTool(scope, name)?.friendly_name ?? name,
        warning: levelWarning(scope, name, level),
      })),
  )
  return (
    <div className={classes['frame']}>
      <table className={classes['table']}>
        <caption className="visually-hidden">{t('dataConnector.tools')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('dataConnector.tool')}</th>
            <th scope="col">{t('dataConnector.scope')}</th>
            <th scope="col">{t('dataConnector.level')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ scope, name, tool, level, warning }) => (
            <Fragment key={`${scope} ${name}`}>
              <tr>
                <th scope="row">{tool}</th>
                <td>{t(`dataConnector.scopes.${scope}`)}</td>
                <td>{levelLabels[level]}</td>
              </tr>
              {warning && (
                <tr className={classes['warningRow']}>
                  <td colSpan={3}>
                    <span className={classes['warning']}>
                      <IconAlertTriangle size="0.9375rem" aria-hidden />
                      {warning}
                    </span>
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}
