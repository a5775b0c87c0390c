import { Button, Group, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import '../../texts/factors.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { toFailure } from '../../ui/failure.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { finishEnrollment, secondFactors } from './queries.ts'
import { TwoFactorSection } from './TwoFactorSection.tsx'

/** The only page for staff who missed the deadline to set up a second factor. */
export function EnrollmentPage({ onFinish }: { onFinish: () => void }) {
  const { t } = useTranslation()
  const { data } = useQuery(secondFactors())
  const leaving = useMutation({ mutationFn: finishEnrollment, onSuccess: onFinish })
  const isDone = data !== undefined && (data.passkeys > 0 || data.totp_confirmed_at !== null)
  return (
    <>
      <PageHeader title={t('factors.enrollment.title')} description={t('factors.enrollment.lead')} />
      <Stack gap="lg" maw="52rem">
        <ErrorBanner
          title={t('factors.enrollment.failed')}
          error={leaving.error && toFailure(leaving.error)}
          onClose={leaving.reset}
        />
        {isDone && (
          <Banner tone="success" announce title={t('factors.enrollment.done')}>
            <Group mt="sm">
              <Button loading={leaving.isPending} onClick={() => leaving.mutate()}>
                {t('factors.enrollment.continue')}
              </Button>
            </Group>
          </Banner>
        )}
        <TwoFactorSection />
      </Stack>
    </>
  )
}
