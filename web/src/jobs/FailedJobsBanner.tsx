import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/jobs.ts'
import { Banner } from '../ui/Banner.tsx'
import { TextLink } from '../ui/Link.tsx'
import { failedJobs } from './queries.ts'

/** Shown to platform staff on every page while there are failed jobs that no one has retried or dismissed. */
export function FailedJobsBanner() {
  const { t } = useTranslation()
  const { data } = useQuery(failedJobs())
  const count = data?.total ?? 0
  if (count === 0) return null
  return (
    <section aria-label={t('jobs.banner.label')}>
      <Banner tone="warning" title={t('jobs.banner.title', { count })}>
        <TextLink href={paths.jobs('failed')}>{t('jobs.banner.show')}</TextLink>
      </Banner>
    </section>
  )
}
