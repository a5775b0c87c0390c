import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../../texts/factors.ts'
import { Banner } from '../../ui/Banner.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { finishEnrollment, secondFactors } from './queries.ts'
import { TwoFactorSection } from './TwoFactorSection.tsx'

/** All that staff see who had to set up a second factor by now. */
export function EnrollmentPage() {
  const { t } = useTranslation()
  const { data } = useQuery(secondFactors())
  const [isLeaving, setLeaving] = useState(false)
  const isDone = data !== undefined && (data.passkeys > 0 || data.totp_confirmed_at !== null)
  const leave = () => {
    setLeaving(true)
    void finishEnrollment().finally(() => setLeaving(false))
  }
  return (
    <>
      <PageHeader title={t('factors.enrollment.title')} description={t('factors.enrollment.lead')} />
      <Stack gap="lg" maw="52rem">
        {isDone && (
          <Banner tone="success" announce title={t('factors.enrollment.done')}>
            <Group mt="sm">
              <Button loading={isLeaving} onClick={leave}>
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
