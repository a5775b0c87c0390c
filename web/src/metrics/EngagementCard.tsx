import { useQuery } from '@tanstack/react-query'
import type { DeveloperApp } from '@trestle/domain/apps/contract.ts'
import type { MetricsSummary } from '@trestle/domain/metrics/contract.ts'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { fullDate } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { LinkButton } from '../ui/Link.tsx'
import { Section } from '../ui/Section.tsx'
import { LinesSkeleton } from '../ui/Skeletons.tsx'
import classes from './Metrics.module.css'
import { metricsSummary } from './queries.ts'
import { recordReportView } from './recordReportView.ts'

type App = Pick<DeveloperApp, 'id' | 'internal_name'>

/** Three figures of the app, and the way to its engagement report (MET-28). */
export function EngagementCard({ app }: { app: App }) {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching } = useQuery(metricsSummary(app.id))
  return (
    <Section title={t('metrics.engagement.title')} description={t('metrics.engagement.detail')}>
      <div className={classes['card']}>
        {error && !data && (
          <FailedState
            title={t('metrics.engagement.loadFailed')}
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        )}
        {!error && !data && <LinesSkeleton lines={3} />}
        {data && <Figures summary={data} />}
        <LinkButton
          variant="default"
          href={paths.engagementReport(app.id)}
          onClick={() => recordReportView(app, 'button')}
        >
          {t('metrics.engagement.view')}
        </LinkButton>
      </div>
    </Section>
  )
}

function Figures({ summary }: { summary: MetricsSummary }) {
  const { t } = useTranslation()
  if (summary.reported_at === null) {
    return <EmptyState title={t('metrics.engagement.none')} detail={t('metrics.engagement.noneDetail')} />
  }
  return (
    <>
      <dl className={classes['figures']}>
        <Figure
          name={t('metrics.engagement.installations')}
          value={summary.installations}
          how={t('metrics.engagement.installationsHow', { count: summary.demo_installations })}
        />
        <Figure
          name={t('metrics.engagement.views')}
          value={summary.marketplace_views}
          how={t('metrics.engagement.viewsHow')}
        />
        <Figure
          name={t('metrics.engagement.calls')}
          value={summary.api_calls}
          how={t('metrics.engagement.callsHow')}
        />
      </dl>
      <p className={classes['small']}>
        {t('metrics.engagement.period', { from: summary.from, to: summary.to })}{' '}
        {t('metrics.engagement.reported', { date: fullDate(summary.reported_at) })}
      </p>
    </>
  )
}

const grouped = new Intl.NumberFormat('en-US')

function Figure({ name, value, how }: { name: string; value: number; how: string }) {
  return (
    <div className={classes['figure']}>
      <dt>{name}</dt>
      <dd className={classes['value']}>{grouped.format(value)}</dd>
      <dd className={classes['small']}>{how}</dd>
    </div>
  )
}
