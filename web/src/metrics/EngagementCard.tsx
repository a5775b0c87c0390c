import { useQuery } from '@tanstack/react-query'
import type { DeveloperApp } from '@trestle/domain/apps/contract.ts'
import type { MetricsSummary } from '@trestle/domain/metrics/contract.ts'
import { formatNumber } from '@trestle/domain/text/formatNumber.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/metrics.ts'
import { fullDate, fullUtcDay } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { LinkButton } from '../ui/Link.tsx'
import { Section } from '../ui/Section.tsx'
import { LinesSkeleton } from '../ui/Skeletons.tsx'
import { Statistic } from './Statistic.tsx'
import classes from './Metrics.module.css'
import { useWording } from '../shared/useWording.ts'
import { metricsSummary } from './queries.ts'
import { recordReportView } from './recordReportView.ts'

type App = Pick<DeveloperApp, 'id' | 'internal_name'>

/** Shows three metrics of the app, and a link to its engagement report (MET-28). */
export function EngagementCard({ app }: { app: App }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(metricsSummary(app.id))
  return (
    <Section title={t('metrics.engagement.title')} description={t('metrics.engagement.detail')}>
      <div className={classes['card']}>
        {error && !data && (
          <FailedState
            title={t('metrics.engagement.loadFailed')}
            error={error}
            onRetry={() => void refetch()}
          />
        )}
        {!error && !data && (
          <AtHeightOfStatistics>
            <LinesSkeleton lines={3} />
          </AtHeightOfStatistics>
        )}
        {data && <Totals summary={data} />}
        <LinkButton href={paths.engagementReport(app.id)} onClick={() => recordReportView(app, 'button')}>
          {t('metrics.engagement.view')}
        </LinkButton>
      </div>
    </Section>
  )
}

/** Statistics that are as tall as those of any app. */
const placeholder: MetricsSummary = {
  from: '2026-01-01',
  to: '2026-01-31',
  installations: 0,
  demo_installations: 0,
  marketplace_views: 0,
  api_calls: 0,
  reported_at: '2026-01-31T00:00:00Z',
}

/** As tall as the statistics, so that the content below doesn't move when they replace it. */
function AtHeightOfStatistics({ children }: { children: ReactNode }) {
  return (
    <div className={classes['stacked']}>
      <div className={classes['room']} aria-hidden>
        <Statistics summary={placeholder} />
      </div>
      <div>{children}</div>
    </div>
  )
}

function Totals({ summary }: { summary: MetricsSummary }) {
  const { t } = useTranslation()
  // Views in our own marketplace are counted without a platform report.
  if (summary.reported_at !== null || summary.marketplace_views > 0) return <Statistics summary={summary} />
  return (
    <AtHeightOfStatistics>
      <EmptyState title={t('metrics.engagement.none')} detail={t('metrics.engagement.noneDetail')} />
    </AtHeightOfStatistics>
  )
}

function Statistics({ summary }: { summary: MetricsSummary }) {
  const { t } = useTranslation()
  const wording = useWording()
  return (
    <div className={classes['totals']}>
      <dl className={classes['statistics']}>
        <Statistic
          name={t('metrics.engagement.installations')}
          value={formatNumber(summary.installations)}
          how={t('metrics.engagement.installationsHow', { count: summary.demo_installations })}
        />
        <Statistic
          name={t('metrics.engagement.views')}
          value={formatNumber(summary.marketplace_views)}
          how={t('metrics.engagement.viewsHow')}
        />
        <Statistic
          name={t('metrics.engagement.calls')}
          value={formatNumber(summary.api_calls)}
          how={t('metrics.engagement.callsHow', wording)}
        />
      </dl>
      <p className={classes['small']}>
        {t('metrics.engagement.period', {
          from: fullUtcDay(summary.from),
          to: fullUtcDay(summary.to),
        })}{' '}
        {summary.reported_at !== null &&
          t('metrics.engagement.reported', { date: fullDate(summary.reported_at) })}
      </p>
    </div>
  )
}
