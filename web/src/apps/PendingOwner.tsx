import { Button, Group, Input } from '@mantine/core'
import { hasDeletedOwner } from '@trestle/domain/accounts/deletion/rules.ts'
import type { AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/adminApp.ts'
import { Banner } from '../ui/Banner.tsx'
import type { AdminAppFormState } from './useAdminAppForm.ts'

interface PendingOwnerProps {
  app: AdminDeveloperApp
  form: AdminAppFormState['form']
  error?: ReactNode
  /** The field path that the form's error summary links to. */
  path?: string
  /** Receives the focus after the undo button disappears. */
  onUndone?: () => void
  children?: ReactNode
}

/** Shows the chosen owner until the app is saved (AAPP-39). */
export function PendingOwner({ app, form, error, path, onUndone, children }: PendingOwnerProps) {
  const { t } = useTranslation()
  const { owner } = form.values
  if (!owner) return null
  const { name } = app.owner
  const key = hasDeletedOwner(app) ? 'pendingGone' : 'pending'
  const undo = () => {
    form.setFieldValue('owner', null)
    form.clearFieldError('owner_id')
    onUndone?.()
  }
  return (
    <Banner tone="warning" title={t('adminApp.owner.pendingTitle')}>
      <p>{t(`adminApp.owner.${key}`, { email: owner.label, name })}</p>
      {error && <Input.Error>{error}</Input.Error>}
      <Group gap="sm" mt="xs">
        <Button variant="default" size="xs" data-path={path} onClick={undo}>
          {t('adminApp.owner.undo', { name })}
        </Button>
        {children}
      </Group>
    </Banner>
  )
}
