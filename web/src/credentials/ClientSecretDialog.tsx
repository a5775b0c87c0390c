import { Radio, Stack, Text } from '@mantine/core'
import type { ClientSecret } from '@trestle/domain/credentials/contract.ts'
import { gracePeriods, type GracePeriod, type SecretChange } from '@trestle/domain/credentials/secrets.ts'
import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/clientSecrets.ts'
import { settleRemoval } from '../http/gone.ts'
import { readChoice } from '../shared/readers.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { fullDate } from '../ui/dates.ts'
import { toast } from '../ui/toast.ts'
import { LabelField } from './AddSecretDialog.tsx'
import { updateClientSecret } from './queries.ts'

export type SecretAction = 'rename' | 'disable' | 'enable' | 'end'

/** A change to a secret that is waiting for confirmation. */
export interface SecretQuestion {
  action: SecretAction
  secret: ClientSecret
}

/** What the user chooses in the dialogs. */
interface Choices {
  label: string
  period: GracePeriod
}

interface ActionRules {
  danger: boolean
  toChange: (choices: Choices) => SecretChange
  /** The text of the toast after the change. */
  toMessage: (t: TFunction, choices: Choices, changed: ClientSecret) => string
}

const actions: Record<SecretAction, ActionRules> = {
  rename: {
    danger: false,
    toChange: ({ label }) => ({ label }),
    toMessage: (t) => t('clientSecrets.renamed'),
  },
  disable: {
    danger: true,
    toChange: () => ({ disabled: true }),
    toMessage: (t) => t('clientSecrets.wasDisabled'),
  },
  enable: {
    danger: false,
    toChange: () => ({ disabled: false }),
    toMessage: (t) => t('clientSecrets.wasEnabled'),
  },
  end: {
    danger: true,
    toChange: ({ period }) => ({ ends_in: period }),
    toMessage: (t, { period }, { ends_at: endsAt }) =>
      period === 'now' ? t('clientSecrets.ended') : t('clientSecrets.ends', { date: fullDate(endsAt) }),
  },
}

interface ClientSecretDialogProps extends SecretQuestion {
  appId: number
  environment: CredentialEnvironment
  appName: string
  /** Whether the app can't use the secret, in which case it ends immediately. */
  isPublic: boolean
  onClose: () => void
  onChanged: () => void
}

/** Asks before a change to a secret, and says what stops working. */
export function ClientSecretDialog(props: ClientSecretDialogProps) {
  const { action, secret, appId, environment, appName, isPublic, onClose, onChanged } = props
  const { t } = useTranslation()
  const [choices, setChoices] = useState<Choices>({
    label: secret.label,
    period: isPublic ? 'now' : '24h',
  })
  const { danger, toChange, toMessage } = actions[action]
  const lastFour = t('clientSecrets.lastFour', { lastFour: secret.last_four })
  const names = {
    name: appName,
    secret: secret.label === '' ? lastFour : `${secret.label} (${lastFour})`,
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t(`clientSecrets.${action}Title`, names)}
      confirmLabel={t(`clientSecrets.${action}`)}
      errorTitle={t(`clientSecrets.${action}Failed`)}
      danger={danger}
      environment={environment}
      onConfirm={async () => {
        const change = updateClientSecret(appId, secret.id, toChange(choices))
        const changed = action === 'end' ? await settleRemoval(change) : await change
        onChanged()
        toast('success', changed ? toMessage(t, choices, changed) : t('clientSecrets.ended'))
      }}
    >
      <Content
        action={action}
        secret={secret}
        isPublic={isPublic}
        choices={choices}
        onChange={(change) => setChoices((all) => ({ ...all, ...change }))}
      />
    </ConfirmDialog>
  )
}

interface ContentProps extends SecretQuestion {
  isPublic: boolean
  choices: Choices
  onChange: (change: Partial<Choices>) => void
}

function Content({ action, secret, isPublic, choices, onChange }: ContentProps) {
  const { t } = useTranslation()
  switch (action) {
    case 'rename':
      return (
        <LabelField
          storedLabel={secret.label}
          value={choices.label}
          onChange={(label) => onChange({ label })}
        />
      )
    case 'disable':
      return <Effect text={t('clientSecrets.disableDetail')} secret={secret} />
    case 'enable':
      return <Text>{t('clientSecrets.enableDetail')}</Text>
    case 'end':
      if (isPublic) return <Text>{t('clientSecrets.endUnusedDetail')}</Text>
      return (
        <>
          <Effect text={t('clientSecrets.endDetail')} secret={secret} />
          <PeriodField value={choices.period} onChange={(period) => onChange({ period })} />
        </>
      )
    default:
      return action satisfies never
  }
}

/** Says what stops working, and how much the secret was used. */
function Effect({ text, secret }: { text: string; secret: ClientSecret }) {
  const { t } = useTranslation()
  return (
    <>
      <Text mb="xs">{text}</Text>
      <Text fw={600}>{t('clientSecrets.recentTokens', { count: secret.recent_tokens })}</Text>
    </>
  )
}

interface PeriodFieldProps {
  value: GracePeriod
  onChange: (period: GracePeriod) => void
}

function PeriodField({ value, onChange }: PeriodFieldProps) {
  const { t } = useTranslation()
  return (
    <Radio.Group
      mt="md"
      label={t('clientSecrets.endWhen')}
      value={value}
      onChange={(chosen) => onChange(readChoice(chosen, gracePeriods) ?? value)}
    >
      <Stack gap="xs" mt="xs">
        {gracePeriods.map((period) => (
          <Radio key={period} value={period} label={t(`clientSecrets.endIn.${period}`)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
