import { Stack, Text } from '@mantine/core'
import type { DeveloperApp } from '@trestle/domain/apps/contract.ts'
import type { CredentialSuspension } from '@trestle/domain/credentials/contract.ts'
import { Trans, useTranslation } from 'react-i18next'
import { useFlags } from '../http/session.ts'
import '../texts/credentialSuspensions.ts'
import { Banner } from '../ui/Banner.tsx'
import { fullDate } from '../ui/dates.ts'
import { TextLink } from '../ui/Link.tsx'

/** Tells an app's team that credentials are suspended, since when and why, what stops working, and whom to ask. */
export function SuspendedCredentials({ app }: { app: DeveloperApp }) {
  return (
    <Stack gap="sm" mb="lg">
      {app.credential_suspensions.map((suspension) => (
        <SuspensionBanner key={suspension.environment} suspension={suspension} />
      ))}
    </Stack>
  )
}

function SuspensionBanner({ suspension }: { suspension: CredentialSuspension }) {
  const { t } = useTranslation()
  const { support_url: support } = useFlags()
  const { reason, suspended_at: since } = suspension
  const environment = t(`ui.${suspension.environment}`).toLowerCase()
  return (
    <Banner tone="danger" title={t('credentialSuspensions.banner', { environment })}>
      <Text>{t('credentialSuspensions.team.since', { when: fullDate(since), reason })}</Text>
      <Text mt="xs">{t(`credentialSuspensions.team.effect.${suspension.environment}`)}</Text>
      <Text mt="xs">
        <Trans
          i18nKey="credentialSuspensions.team.ask"
          components={{ support: <TextLink href={support}>{t('shell.support')}</TextLink> }}
        />
      </Text>
    </Banner>
  )
}
