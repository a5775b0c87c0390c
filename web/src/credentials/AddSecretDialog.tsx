import { Text, TextInput } from '@mantine/core'
import type { Credentials } from '@trestle/domain/credentials/contract.ts'
import { maxLabelLength } from '@trestle/domain/credentials/secrets.ts'
import { tooLong } from '@trestle/domain/http/messages.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LeaveGuard } from '../shared/LeaveGuard.tsx'
import { useOneTimeCall } from '../shared/useOneTimeCall.ts'
import '../texts/clientSecrets.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { createClientSecret, type SecretScope } from './queries.ts'

interface AddSecretDialogProps extends SecretScope {
  opened: boolean
  onClose: () => void
  onMade: (credentials: Credentials) => void
}

/** Asks for the label of a new secret, and says how to replace the old one. */
export function AddSecretDialog({ opened, onClose, onMade, ...scope }: AddSecretDialogProps) {
  const { t } = useTranslation()
  const [label, setLabel] = useState('')
  const make = useOneTimeCall(async () => onMade(await createClientSecret(scope, label)))
  const close = () => {
    setLabel('')
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={t('clientSecrets.addTitle', { environment: t(`ui.${scope.environment}`).toLowerCase() })}
      confirmLabel={t('clientSecrets.add')}
      errorTitle={t('clientSecrets.addFailed')}
      environment={scope.environment}
      onConfirm={make}
    >
      <Text mb="md">{t('clientSecrets.addDetail')}</Text>
      <LabelField storedLabel="" value={label} onChange={setLabel} />
    </ConfirmDialog>
  )
}

interface LabelFieldProps {
  /** Empty for a new secret. */
  storedLabel: string
  value: string
  onChange: (label: string) => void
}

export function LabelField({ storedLabel, value, onChange }: LabelFieldProps) {
  const { t } = useTranslation()
  return (
    <>
      <LeaveGuard unsaved={value !== storedLabel} />
      <TextInput
        label={t('clientSecrets.label')}
        description={t('clientSecrets.labelHint')}
        value={value}
        error={value.length > maxLabelLength && tooLong(maxLabelLength)}
        autoComplete="off"
        data-autofocus
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </>
  )
}
