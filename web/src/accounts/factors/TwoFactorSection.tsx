import { Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SecondFactors } from '@trestle/domain/accounts/factors/contract.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../../texts/factors.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { toFailure } from '../../ui/failure.ts'
import { Section } from '../../ui/Section.tsx'
import { FormSkeleton } from '../../ui/Skeletons.tsx'
import { PasskeysPart } from './PasskeysPart.tsx'
import { PendingReset } from './PendingReset.tsx'
import { secondFactors } from './queries.ts'
import { RecoveryPart } from './RecoveryPart.tsx'
import { TotpPart } from './TotpPart.tsx'

/** Returns whether removing one factor leaves only the password. Recovery codes only work alongside a factor. */
const isLast = ({ passkeys, totp_confirmed_at: totp }: SecondFactors): boolean =>
  passkeys + (totp === null ? 0 : 1) === 1

/** Shows the second factors of the signed-in developer, and how to change them. */
export function TwoFactorSection() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(secondFactors())
  const client = useQueryClient()
  const [offersCodes, setOffersCodes] = useState(false)
  // The cache already has the factors after the change, unlike this render.
  const offerCodes = () =>
    setOffersCodes(client.getQueryData(secondFactors().queryKey)?.recovery_codes_left === 0)
  return (
    <Section id="two-factor" title={t('factors.title')} description={t('factors.detail')}>
      {data && (
        <Stack gap="xl">
          <PendingReset at={data.reset_at} />
          {data.is_required && <Text>{t('factors.requiredNote')}</Text>}
          <PasskeysPart isLast={isLast(data)} onAdded={offerCodes} />
          <TotpPart confirmedAt={data.totp_confirmed_at} isLast={isLast(data)} onAdded={offerCodes} />
          <RecoveryPart factors={data} isOffered={offersCodes} onAnswered={() => setOffersCodes(false)} />
        </Stack>
      )}
      {!data && !error && <FormSkeleton fields={3} />}
      {!data && error && (
        <FailedState
          title={t('factors.loadFailed')}
          error={toFailure(error)}
          onRetry={() => void refetch()}
        />
      )}
    </Section>
  )
}
