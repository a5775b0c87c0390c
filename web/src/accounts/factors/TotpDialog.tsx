import { Stack, Text } from '@mantine/core'
import { confirmTotp as endpoint } from '@trestle/domain/accounts/factors/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isReplyLost } from '../../http/callError.ts'
import '../../texts/factors.ts'
import { CancelButton } from '../../ui/CancelButton.tsx'
import { CopyField } from '../../ui/CopyField.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { toFailure } from '../../ui/failure.ts'
import { FormShell } from '../../ui/FormShell.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { FormSkeleton } from '../../ui/Skeletons.tsx'
import { toast } from '../../ui/toast.ts'
import { useLoadingFocus } from '../../ui/useLoadingFocus.ts'
import { useSchemaForm } from '../../ui/useSchemaForm.ts'
import { CodeField } from './CodeField.tsx'
import { QrCode } from './QrCode.tsx'
import { confirmTotp, isTotpConfirmed, newTotp } from './queries.ts'

export interface TotpDialogProps {
  opened: boolean
  onAdded: () => void
  onClose: () => void
}

/** Shows the secret of a new authenticator app, and asks for its first code. */
export function TotpDialog({ opened, onAdded, onClose }: TotpDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal opened={opened} onClose={onClose} title={t('factors.totp.dialog')}>
      <NewTotp onAdded={onAdded} onClose={onClose} />
    </Modal>
  )
}

/** Mounted only while the dialog is open, so that each opening has its own secret. */
function NewTotp({ onAdded, onClose }: Omit<TotpDialogProps, 'opened'>) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(newTotp())
  if (data) {
    return (
      <Stack gap="md">
        <Text>{t('factors.totp.scan')}</Text>
        <QrCode text={data.uri} label={t('factors.totp.qrLabel')} />
        <CopyField label={t('factors.totp.key')} value={data.secret} groupOf={4} />
        <FirstCode onAdded={onAdded} onClose={onClose} />
      </Stack>
    )
  }
  if (!error) return <LoadingTotp />
  return (
    <FailedState title={t('factors.totp.failed')} error={toFailure(error)} onRetry={() => void refetch()} />
  )
}

function LoadingTotp() {
  return (
    <div ref={useLoadingFocus()} tabIndex={-1} data-autofocus>
      <FormSkeleton fields={3} />
    </div>
  )
}

/** Returns a function that confirms the secret, unless an attempt whose reply got lost has already done so. */
function useConfirmTotp(): (totp: string) => Promise<void> {
  const isReplyMissing = useRef(false)
  return async (totp) => {
    try {
      await confirmTotp(totp)
    } catch (error) {
      isReplyMissing.current ||= isReplyLost(error)
      // Without a reply here either, the outcome stays unknown, which the first error says.
      const isConfirmed = isReplyMissing.current && (await isTotpConfirmed().catch(() => false))
      if (!isConfirmed) throw error
    }
  }
}

function FirstCode({ onAdded, onClose }: Omit<TotpDialogProps, 'opened'>) {
  const { t } = useTranslation()
  const form = useSchemaForm(endpoint.body, { totp: '' })
  const confirm = useConfirmTotp()
  const label = t('factors.totp.code')
  return (
    <FormShell
      form={form}
      labels={{ totp: label }}
      onSubmit={async ({ totp }) => {
        await confirm(totp)
        toast('success', t('factors.totp.added'))
        onClose()
        onAdded()
      }}
      submitLabel={t('factors.totp.confirm')}
      errorTitle={t('factors.totp.failed')}
      needsChange={false}
      requiredNote={false}
      cancel={<CancelButton />}
    >
      <CodeField label={label} {...form.getInputProps('totp')} />
    </FormShell>
  )
}
