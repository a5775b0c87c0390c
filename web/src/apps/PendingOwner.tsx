import { Button, Group, Input } from '@mantine/core'
import type { DeveloperApp } from '@trestle/domain/apps/contract.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../ui/Banner.tsx'
import type { AdminAppFormState } from './useAdminAppForm.ts'

interface PendingOwnerProps {
  app: DeveloperApp
  form: AdminAppFormState['form']
  error?: ReactNode
  /** The name under which the form's summary finds it. */
  path?: string
  /** Where the button that takes the choice back gives the focus to. */
  onUndone?: () => void
  children?: ReactNode
}

/** Who will own the app once it is saved, until then only chosen (AAPP-39). */
export function PendingOwner({ app, form, error, path, onUndone, children }: PendingOwnerProps) {
  const { t } = useTranslation()
  const { owner } = form.values
  if (!owner) return null
  const { name } = app.owner
  const undo = () => {
    form.setFieldValue('owner', null)
    form.clearFieldError('owner_id')
    onUndone?.()
  }
  return (
    <Banner tone="warning" title={t('adminApp.owner.pendingTitle')}>
      <p>{t('adminApp.owner.pending', { email: owner.label, name })}</p>
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
