import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/oauth.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { NarrowPage } from '../ui/NarrowPage.tsx'
import { decideRequest } from './queries.ts'

/** Leads back to an app that the user allowed before, without a question. */
export function ConsentContinues({ request, app }: { request: string; app: string }) {
  const { t } = useTranslation()
  const { mutate, error } = useMutation({ mutationFn: () => decideRequest(request, true) })
  useEffect(() => mutate(), [mutate])
  return (
    <NarrowPage title={t('oauth.consent.section')}>
      {error ? (
        <FailedState
          title={t('oauth.consent.continueFailed', { app })}
          error={toFailure(error)}
          onRetry={() => mutate()}
        />
      ) : (
        <Text component="output">{t('oauth.consent.continues', { app })}</Text>
      )}
    </NarrowPage>
  )
}
