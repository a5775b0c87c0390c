import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Trans, useTranslation } from 'react-i18next'
import { CallError } from '../../http/callError.ts'
import { isGone } from '../../http/gone.ts'
import { useFlags } from '../../http/session.ts'
import { paths } from '../../paths.ts'
import { DeadLink } from '../../shared/DeadLink.tsx'
import '../../texts/factors.ts'
import { Banner } from '../../ui/Banner.tsx'
import { fullDate } from '../../ui/dates.ts'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { toFailure } from '../../ui/failure.ts'
import { LinkButton, TextLink } from '../../ui/Link.tsx'
import { NarrowPage } from '../../ui/NarrowPage.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { factorResetRejection, rejectFactorReset } from './queries.ts'

const route = getRouteApi('/cancel_factor_reset/$token')

/** Cancels a reset of second factors with the link from the email. A mail scanner that opens the link cancels nothing. */
export function CancelFactorResetPage() {
  const { t } = useTranslation()
  const { token } = route.useParams()
  const canceling = useMutation({ mutationFn: () => rejectFactorReset(token) })
  const link = useQuery({ ...factorResetRejection(token), enabled: canceling.isIdle })
  if (canceling.isSuccess) {
    return (
      <NarrowPage title={t('factors.cancelReset.doneTitle')}>
        <Banner tone="success" announce title={t('factors.cancelReset.done')} />
        <Group>
          <LinkButton href={paths.signIn()}>{t('factors.cancelReset.signIn')}</LinkButton>
          <ChoosePassword />
        </Group>
      </NarrowPage>
    )
  }
  if (canceling.error instanceof CallError && canceling.error.fields['token']) {
    return <DeadRejection message={canceling.error.message} />
  }
  if (isGone(link.error)) return <DeadRejection message={toFailure(link.error).message} />
  if (!link.data) {
    return (
      <NarrowPage title={t('factors.cancelReset.title')}>
        {link.error ? (
          <FailedState
            title={t('factors.cancelReset.loadFailed')}
            error={toFailure(link.error)}
            onRetry={() => void link.refetch()}
            retrying={link.isFetching}
          />
        ) : (
          <LinesSkeleton lines={3} />
        )}
      </NarrowPage>
    )
  }
  return (
    <NarrowPage
      title={t('factors.cancelReset.title')}
      lead={t('factors.cancelReset.lead', { date: fullDate(link.data.reset_at) })}
    >
      <ErrorBanner
        title={t('factors.cancelReset.failed')}
        error={canceling.error && toFailure(canceling.error)}
      />
      <Group>
        <Button loading={canceling.isPending} onClick={() => canceling.mutate()}>
          {t('factors.cancelReset.submit')}
        </Button>
      </Group>
    </NarrowPage>
  )
}

function ChoosePassword() {
  const { t } = useTranslation()
  return (
    <LinkButton variant="default" href={paths.forgotPassword()}>
      {t('factors.cancelReset.choosePassword')}
    </LinkButton>
  )
}

/** Someone else may have requested a reset that took effect. */
function DeadRejection({ message }: { message: string }) {
  const { t } = useTranslation()
  const { support_url } = useFlags()
  return (
    <DeadLink message={message}>
      <Text>
        <Trans
          i18nKey="factors.cancelReset.deadHint"
          components={{ support: <TextLink href={support_url}>{t('shell.support')}</TextLink> }}
        />
      </Text>
      <Group>
        <ChoosePassword />
      </Group>
    </DeadLink>
  )
}
