import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/credentials.ts'
import { CancelButton } from '../ui/CancelButton.tsx'
import { fullDate } from '../ui/dates.ts'
import { DialogFooter } from '../ui/DialogFooter.tsx'
import { EnvironmentBadge } from '../ui/EnvironmentBadge.tsx'
import { LazyModal } from '../ui/LazyModal.tsx'
import type { SecretFieldProps } from './SecretField.tsx'

interface ConfirmResetDialogProps extends Pick<SecretFieldProps, 'environment' | 'appName' | 'stored'> {
  isBusy: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** Says what stops working along with the client secrets, and requires a checked box (CRED-11, CRED-12, CRED-15). */
export function ConfirmResetDialog(props: ConfirmResetDialogProps) {
  const { environment, appName, stored, isBusy, onCancel, onConfirm } = props
  const { t } = useTranslation()
  const [understood, setUnderstood] = useState(false)
  const reasonId = useId()
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    if (understood) onConfirm()
  }
  return (
    <LazyModal
      opened
      locked={isBusy}
      onClose={onCancel}
      title={t(`credentials.confirm.${environment}`, { name: appName })}
    >
      <form onSubmit={confirm}>
        <Stack gap="md">
          <div>
            <EnvironmentBadge environment={environment} />
          </div>
          {stored && <Text>{t('credentials.confirm.detail', { date: fullDate(stored.made_at) })}</Text>}
          <Checkbox
            label={t('credentials.confirm.understood')}
            checked={understood}
            disabled={isBusy}
            onChange={(event) => setUnderstood(event.currentTarget.checked)}
            data-autofocus
          />
          <DialogFooter reason={understood ? null : t('credentials.confirm.reason')} reasonId={reasonId}>
            <CancelButton disabled={isBusy} />
            <Button
              type="submit"
              color="red"
              loading={isBusy}
              disabled={!understood}
              aria-describedby={understood ? undefined : reasonId}
            >
              {t('credentials.secret.reset')}
            </Button>
          </DialogFooter>
        </Stack>
      </form>
    </LazyModal>
  )
}

/** Asks before creating a sandbox's first secret, which revokes nothing (CRED-15). */
export function GenerateSecretDialog(props: ConfirmResetDialogProps) {
  const { environment, appName, isBusy, onCancel, onConfirm } = props
  const { t } = useTranslation()
  return (
    <LazyModal
      opened
      locked={isBusy}
      onClose={onCancel}
      title={t('credentials.confirm.first', { name: appName })}
    >
      <Stack gap="md">
        <div>
          <EnvironmentBadge environment={environment} />
        </div>
        <Text>{t('credentials.confirm.detailFirst')}</Text>
        <DialogFooter>
          <CancelButton disabled={isBusy} />
          <Button color={environment} loading={isBusy} onClick={onConfirm} data-autofocus>
            {t('credentials.secret.generate')}
          </Button>
        </DialogFooter>
      </Stack>
    </LazyModal>
  )
}
