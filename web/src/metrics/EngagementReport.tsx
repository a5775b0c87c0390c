import { Stack } from '@mantine/core'
import type { DailyAggregates, EngagementReport as Report } from '@trestle/domain/metrics/contract.ts'
import { chartDays, conversionRate } from '@trestle/domain/metrics/rules.ts'
import { utcDay } from '@trestle/domain/time/days.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import { formatNumber } from '@trestle/domain/text/formatNumber.ts'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/metrics.ts'
import { lazyComponent } from '../ui/lazyComponent.ts'
import { fullDate, fullUtcDay } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Section } from '../ui/Section.tsx'
import { LinesSkeleton } from '../ui/Skeletons.tsx'
import { EngagementDays } from './EngagementDays.tsx'
import { Statistic } from './Statistic.tsx'
import classes from './Metrics.module.css'

const EngagementChart = lazyComponent(() => import('./EngagementChart.tsx').then((m) => m.EngagementChart))

interface EngagementReportProps {
  report: Report
  /** Opens another page of days. */
  onPage: (page: number) => void
}

/** Shows totals, two charts, and the days with their records, all from the report's data alone (MET-08). */
export function EngagementReport({ report, onPage }: EngagementReportProps) {
  const { t } = useTranslation()
  const range = shownRange(report)
  if (!range) {
    return (
      <EmptyState
        title={t('metrics.engagementReport.none')}
        detail={t('metrics.engagementReport.noneDetail')}
      />
    )
  }
  return (
    <Stack gap="lg">
      <Totals report={report} range={range} />
      <div className={classes['charts']}>
        <div>
          <ChartSection
            kind="installations"
            aggregates={report.daily_app_installations_aggregates}
            range={range}
          />
        </div>
        <div>
          <ChartSection
            kind="visits"
            aggregates={report.daily_marketplace_app_views_aggregates}
            range={range}
          />
        </div>
      </div>
      <EngagementDays report={report} onPage={onPage} />
    </Stack>
  )
}

interface Range {
  from: string
  to: string
}

/** Returns the first and last of all the report's days, not only of the page shown. */
function shownRange({ days }: Report): Range | null {
  const newest = days.rows[0]
  if (!newest) return null
  const skipped = (days.page - 1) * days.per_page
  const last = Date.parse(newest.date) + skipped * dayMs
  return { from: utcDay(last - (days.total_count - 1) * dayMs), to: utcDay(last) }
}

function Totals({ report, range }: { report: Report; range: Range }) {
  const { t } = useTranslation()
  const installations = report.daily_app_installations_aggregates.total_count
  const visits = report.daily_marketplace_app_views_aggregates.total_count
  const rate = conversionRate(installations, visits)
  return (
    <Section title={t('metrics.engagementReport.totals')}>
      <div className={classes['card']}>
        <dl className={classes['statistics']}>
          <Statistic
            name={t('metrics.engagementReport.installations')}
            value={formatNumber(installations)}
            how={t('metrics.engagementReport.installationsHow')}
          />
          <Statistic
            name={t('metrics.engagementReport.visits')}
            value={formatNumber(visits)}
            how={t('metrics.engagementReport.visitsHow')}
          />
          <Statistic
            name={t('metrics.engagementReport.rate')}
            value={
              rate === null
                ? t('metrics.engagementReport.rateNone')
                : t('metrics.engagementReport.rateValue', { rate: formatNumber(rate) })
            }
            how={t('metrics.engagementReport.rateHow')}
          />
        </dl>
        <p className={classes['small']}>
          {t('metrics.engagementReport.period', {
            from: fullUtcDay(range.from),
            to: fullUtcDay(range.to),
          })}{' '}
          {t('metrics.engagementReport.counted', { generated: fullDate(report.generated_at) })}{' '}
          {report.reported_at === null
            ? t('metrics.engagementReport.notReported')
            : t('metrics.engagementReport.reported', { date: fullDate(report.reported_at) })}
        </p>
      </div>
    </Section>
  )
}

interface ChartSectionProps {
  kind: 'installations' | 'visits'
  aggregates: DailyAggregates
  range: Range
}

const titles = {
  installations: 'metrics.engagementReport.dailyInstallations',
  visits: 'metrics.engagementReport.dailyVisits',
} as const

/** Shows one metric over time (MET-04, MET-05). */
function ChartSection({ kind, aggregates, range }: ChartSectionProps) {
  const { t } = useTranslation()
  const title = t(titles[kind])
  if (aggregates.total_count === 0) {
    return (
      <Section title={title}>
        <EmptyState title={t('metrics.engagementReport.none')} />
      </Section>
    )
  }
  return (
    <Section
      title={title}
      description={
        <>
          {t('metrics.engagementReport.chartHow')}{' '}
          <span className="keyboard-hint">{t('metrics.engagementReport.chartKeys')}</span>
        </>
      }
    >
      <div className={classes['chart']}>
        <Suspense fallback={<LinesSkeleton lines={5} />}>
          <EngagementChart
            label={t('metrics.engagementReport.chart', { title, ...range })}
            kind={kind}
            days={chartDays(aggregates, range.from, range.to)}
          />
        </Suspense>
      </div>
    </Section>
  )
}
