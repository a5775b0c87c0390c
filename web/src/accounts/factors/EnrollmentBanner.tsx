import { Group } from '@mantine/core'
import { dayMs } from '@trestle/domain/time/durations.ts'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import '../../texts/factors.ts'
import { Banner } from '../../ui/Banner.tsx'
import { fullDate } from '../../ui/dates.ts'
import { LinkButton } from '../../ui/Link.tsx'
import { useServerNow } from '../../ui/serverTime.ts'

/** Tells staff without a second factor how many days they have. */
export function EnrollmentBanner({ dueAt }: { dueAt: string }) {
  const { t } = useTranslation()
  const now = useServerNow(false)
  const days = Math.max(1, Math.ceil((Date.parse(dueAt) - now) / dayMs))
  return (
    <Banner tone="warning" title={t('factors.enrollment.banner', { count: days })}>
      <Group gap="md" justify="space-between">
        <p>{t('factors.enrollment.bannerDetail', { date: fullDate(dueAt) })}</p>
        <LinkButton href={paths.accountFactors()} size="xs" variant="default">
          {t('factors.enrollment.open')}
        </LinkButton>
      </Group>
    </Banner>
  )
}
