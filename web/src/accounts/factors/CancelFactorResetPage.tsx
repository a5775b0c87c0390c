import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import '../../texts/factors.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { toFailure } from '../../ui/failure.ts'
import { LinkButton } from '../../ui/Link.tsx'
import { NarrowPage } from '../../ui/NarrowPage.tsx'
import { rejectFactorReset } from './queries.ts'

const route = getRouteApi('/cancel_factor_reset/$token')

/** Cancels a reset of second factors with the link from the email. A mail scanner that opens the link cancels nothing. */
export function CancelFactorResetPage() {
  const { t } = useTranslation()
  const { token } = route.useParams()
  const canceling = useMutation({ mutationFn: () => rejectFactorReset(token) })
  if (canceling.isSuccess) {
    return (
      <NarrowPage title={t('factors.cancelReset.doneTitle')}>
        <Banner tone="success" announce title={t('factors.cancelReset.done')} />
        <Group>
          <LinkButton href={paths.signIn()}>{t('factors.cancelReset.signIn')}</LinkButton>
        </Group>
      </NarrowPage>
    )
  }
  return (
    <NarrowPage title={t('factors.cancelReset.title')} lead={t('factors.cancelReset.lead')}>
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
