import type { Credentials } from '@trestle/domain/credentials/contract.ts'
import { useTranslation } from 'react-i18next'
import { OneTimeDialog } from '../shared/OneTimeDialog.tsx'
import '../texts/credentials.ts'
import { CopyField } from '../ui/CopyField.tsx'
import { EnvironmentBadge, type Environment } from '../ui/EnvironmentBadge.tsx'

interface OneTimeSecretDialogProps {
  environment: Environment
  credentials: Credentials
  onDone: () => void
}

/** Shows the client ID and, once, the new client secret. */
export function OneTimeSecretDialog({ environment, credentials, onDone }: OneTimeSecretDialogProps) {
  const { t } = useTranslation()
  return (
    <OneTimeDialog
      title={t(`credentials.once.${environment}`)}
      texts={{
        warning: t('credentials.once.warning'),
        detail: t('credentials.once.detail'),
        stored: t('credentials.once.stored'),
        reason: t('credentials.once.reason'),
        done: t('credentials.once.done'),
      }}
      header={
        <div>
          <EnvironmentBadge environment={environment} />
        </div>
      }
      secrets={[{ label: t('credentials.clientSecret'), value: credentials.secret }]}
      onDone={onDone}
    >
      <CopyField label={t('credentials.clientId')} value={credentials.uid} />
    </OneTimeDialog>
  )
}
