import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Trans, useTranslation } from 'react-i18next'
import { CallError } from '../../http/callError.ts'
import { useFlags } from '../../http/session.ts'
import { paths } from '../../paths.ts'
import { DeadLink } from '../../shared/DeadLink.tsx'
import { EmailedLink } from '../../shared/EmailedLink.tsx'
import '../../texts/factors.ts'
import { Banner } from '../../ui/Banner.tsx'
import { fullDate } from '../../ui/dates.ts'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { toFailure } from '../../ui/failure.ts'
import { LinkButton, TextLink } from '../../ui/Link.tsx'
import { NarrowPage } from '../../ui/NarrowPage.tsx'
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
    return (
      <DeadLink message={canceling.error.message}>
        <DeadHint />
      </DeadLink>
    )
  }
  return (
    <EmailedLink
      link={link}
      title={t('factors.cancelReset.title')}
      failedTitle={t('factors.cancelReset.loadFailed')}
      alternative={<DeadHint />}
    >
      {({ reset_at: resetAt }) => (
        <NarrowPage
          title={t('factors.cancelReset.title')}
          lead={t('factors.cancelReset.lead', { date: fullDate(resetAt) })}
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
      )}
    </EmailedLink>
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
function DeadHint() {
  const { t } = useTranslation()
  const { support_url } = useFlags()
  return (
    <>
      <Text>
        <Trans
          i18nKey="factors.cancelReset.deadHint"
          components={{ support: <TextLink href={support_url}>{t('shell.support')}</TextLink> }}
        />
      </Text>
      <Group>
        <ChoosePassword />
      </Group>
    </>
  )
}
