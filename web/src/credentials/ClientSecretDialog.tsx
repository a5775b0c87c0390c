import { Radio, Stack, Text } from '@mantine/core'
import type { ClientSecret } from '@trestle/domain/credentials/contract.ts'
import { gracePeriods, type GracePeriod } from '@trestle/domain/credentials/secrets.ts'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/clientSecrets.ts'
import { readChoice } from '../shared/readers.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { fullDate } from '../ui/dates.ts'
import { toast } from '../ui/toast.ts'
import { LabelField } from './AddSecretDialog.tsx'
import { changeClientSecret } from './queries.ts'

export type SecretAction = 'rename' | 'disable' | 'enable' | 'end'

/** A change of a secret that waits for an answer. */
export interface SecretQuestion {
  action: SecretAction
  secret: ClientSecret
}

interface ClientSecretDialogProps extends SecretQuestion {
  appId: number
  appName: string
  onClose: () => void
  onChanged: () => void
}

/** Asks before a change of a secret, and says what it ends. */
export function ClientSecretDialog({ action, ...props }: ClientSecretDialogProps) {
  switch (action) {
    case 'rename':
      return <RenameDialog {...props} />
    case 'disable':
      return <DisableDialog {...props} />
    case 'enable':
      return <EnableDialog {...props} />
    case 'end':
      return <EndDialog {...props} />
    default:
      action satisfies never
      return null
  }
}

type DialogProps = Omit<ClientSecretDialogProps, 'action'>

const useNames = ({ appName, secret }: DialogProps) => {
  const { t } = useTranslation()
  const lastFour = t('clientSecrets.lastFour', { lastFour: secret.last_four })
  return { name: appName, secret: secret.label === '' ? lastFour : `${secret.label} (${lastFour})` }
}

function RenameDialog(props: DialogProps) {
  const { appId, secret, onClose, onChanged } = props
  const { t } = useTranslation()
  const [label, setLabel] = useState(secret.label)
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('clientSecrets.renameTitle', useNames(props))}
      confirmLabel={t('clientSecrets.rename')}
      errorTitle={t('clientSecrets.renameFailed')}
      onConfirm={async () => {
        await changeClientSecret(appId, secret.id, { label })
        onChanged()
        toast('success', t('clientSecrets.renamed'))
      }}
    >
      <LabelField value={label} onChange={setLabel} />
    </ConfirmDialog>
  )
}

function DisableDialog(props: DialogProps) {
  const { appId, secret, onClose, onChanged } = props
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('clientSecrets.disableTitle', useNames(props))}
      confirmLabel={t('clientSecrets.disable')}
      errorTitle={t('clientSecrets.disableFailed')}
      danger
      onConfirm={async () => {
        await changeClientSecret(appId, secret.id, { disabled: true })
        onChanged()
        toast('success', t('clientSecrets.wasDisabled'))
      }}
    >
      <Effect secret={secret}>{t('clientSecrets.disableDetail')}</Effect>
    </ConfirmDialog>
  )
}

function EnableDialog(props: DialogProps) {
  const { appId, secret, onClose, onChanged } = props
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('clientSecrets.enableTitle', useNames(props))}
      confirmLabel={t('clientSecrets.enable')}
      errorTitle={t('clientSecrets.enableFailed')}
      onConfirm={async () => {
        await changeClientSecret(appId, secret.id, { disabled: false })
        onChanged()
        toast('success', t('clientSecrets.wasEnabled'))
      }}
    >
      {t('clientSecrets.enableDetail')}
    </ConfirmDialog>
  )
}

function EndDialog(props: DialogProps) {
  const { appId, secret, onClose, onChanged } = props
  const { t } = useTranslation()
  const [period, setPeriod] = useState<GracePeriod>('24h')
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('clientSecrets.endTitle', useNames(props))}
      confirmLabel={t('clientSecrets.end')}
      errorTitle={t('clientSecrets.endFailed')}
      danger
      onConfirm={async () => {
        const { ends_at: endsAt } = await changeClientSecret(appId, secret.id, { ends_in: period })
        onChanged()
        toast(
          'success',
          period === 'now' ? t('clientSecrets.ended') : t('clientSecrets.ends', { date: fullDate(endsAt) }),
        )
      }}
    >
      <Effect secret={secret}>{t('clientSecrets.endDetail')}</Effect>
      <Radio.Group
        mt="md"
        label={t('clientSecrets.endWhen')}
        value={period}
        onChange={(value) => setPeriod(readChoice(value, gracePeriods) ?? period)}
      >
        <Stack gap="xs" mt="xs">
          {gracePeriods.map((value) => (
            <Radio key={value} value={value} label={t(`clientSecrets.endIn.${value}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </ConfirmDialog>
  )
}

/** Says what stops working, with how much the secret was used. */
function Effect({ secret, children }: { secret: ClientSecret; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <>
      <Text mb="xs">{children}</Text>
      <Text fw={600}>{t('clientSecrets.recentTokens', { count: secret.recent_tokens })}</Text>
    </>
  )
}
