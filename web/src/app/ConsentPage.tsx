import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AppIcon } from '../apps/AppIcon.tsx'
import { isConflict, isGone } from '../http/gone.ts'
import { ConsentContinues } from '../oauth/ConsentContinues.tsx'
import { ConsentQuestion } from '../oauth/ConsentQuestion.tsx'
import { authorizationRequest } from '../oauth/queries.ts'
import '../texts/oauth.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { NarrowPage } from '../ui/NarrowPage.tsx'
import { LinesSkeleton } from '../ui/Skeletons.tsx'

const route = getRouteApi('/signedIn/consent/$request')

/** The request has ended, or belongs to someone else. Only the app can start another one. */
const isUnanswerable = (error: unknown): boolean => isGone(error) || isConflict(error)

/** Asks whether an app may act for the signed-in user. */
export function ConsentPage() {
  const { t } = useTranslation()
  const { request } = route.useParams()
  const { data, error, refetch } = useQuery(authorizationRequest(request))
  if (isUnanswerable(error)) {
    return (
      <NarrowPage title={t('oauth.consent.goneTitle')}>
        <Text>{toFailure(error).message}</Text>
      </NarrowPage>
    )
  }
  if (!data) {
    return (
      <NarrowPage title={t('oauth.consent.section')}>
        {error ? (
          <FailedState
            title={t('oauth.consent.loadFailed')}
            error={toFailure(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <LinesSkeleton lines={6} />
        )}
      </NarrowPage>
    )
  }
  const { name, thumbnail_url: picture } = data.app
  if (!data.asks) return <ConsentContinues request={request} app={name} />
  return <ConsentQuestion request={request} details={data} icon={<AppIcon name={name} src={picture} />} />
}
