import { Button, Loader } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { DeveloperApp } from '@trestle/domain/apps/contract.ts'
import type { UsageReport } from '@trestle/domain/metrics/contract.ts'
import { isOverdue } from '@trestle/domain/metrics/rules.ts'
import { elapsedParts } from '@trestle/domain/sandboxes/rules.ts'
import { minuteMs } from '@trestle/domain/time/durations.ts'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isConflict } from '../http/gone.ts'
import { paths } from '../paths.ts'
import '../texts/metrics.ts'
import { Banner } from '../ui/Banner.tsx'
import { fullDate } from '../ui/dates.ts'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import { toFailure } from '../ui/failure.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { TextLink } from '../ui/Link.tsx'
import { Section } from '../ui/Section.tsx'
import { LinesSkeleton } from '../ui/Skeletons.tsx'
import { LiveRegion } from '../ui/LiveRegion.tsx'
import { useServerNow } from '../ui/serverTime.ts'
import classes from './Metrics.module.css'
import { usageReportRequest, usageReportStatus } from './queries.ts'
import { reportFailure } from './reportFailure.ts'
import { useCooldown } from './useCooldown.ts'

type App = Pick<DeveloperApp, 'id' | 'internal_name'>

/** Returns the state of an app's report, and whether a new one can be requested. */
function useReport(appId: number) {
  const status = useQuery(usageReportStatus(appId))
  const request = useMutation(usageReportRequest(appId))
  const leftMs = useCooldown(appId, status.data, status.dataUpdatedAt)
  const report = status.data?.report ?? null
  const now = useServerNow(report?.state === 'generating')
  const isGenerating = report?.state === 'generating' && !isOverdue(report, now)
  return { status, request, leftMs, report, now, isGenerating }
}

/** Shows the API usage report in its four states: idle, generating, failed, cooling down (USAGE-04 to USAGE-07). */
export function UsageReportCard({ app }: { app: App }) {
  const { t } = useTranslation()
  const { status, request, leftMs, report, now, isGenerating } = useReport(app.id)
  return (
    <Section
      title={t('metrics.report.title')}
      description={t('metrics.report.detail', { name: app.internal_name })}
    >
      <div className={classes['card']}>
        {status.isPending && <LinesSkeleton lines={2} />}
        {status.error && !request.error && (
          <FailedState
            title={t('metrics.report.loadFailed')}
            error={toFailure(status.error)}
            onRetry={() => void status.refetch()}
            retrying={status.isFetching}
          />
        )}
        <RequestFailed error={request.error} />
        {report && request.status !== 'pending' && request.status !== 'error' && (
          <Outcome report={report} isNew={leftMs > 0} now={now} />
        )}
        {!status.isPending && (
          <ReportButton
            isRequesting={request.isPending}
            isGenerating={isGenerating}
            leftMs={leftMs}
            onRequest={() => request.mutate()}
          />
        )}
      </div>
    </Section>
  )
}

/** Shows the result of the newest report, requested by the user or by someone else on the app. */
function Outcome({ report, isNew, now }: { report: UsageReport; isNew: boolean; now: number }) {
  const { t } = useTranslation()
  switch (report.state) {
    case 'generating':
      return <Generating report={report} now={now} />
    case 'sent':
      if (report.undelivered_at !== null) return <Undelivered report={report} />
      return <Sent report={report} isNew={isNew} />
    case 'failed':
      return <ErrorBanner title={t('metrics.report.errorTitle')} messages={[t('metrics.report.failed')]} />
    default:
      report.state satisfies never
      return <p className={classes['muted']}>{t('ui.unknownState')}</p>
  }
}

function Generating({ report, now }: { report: UsageReport; now: number }) {
  const { t } = useTranslation()
  const { unit, count } = elapsedParts(now - Date.parse(report.requested_at))
  if (isOverdue(report, now)) return <Banner tone="warning" announce title={t('metrics.report.overdue')} />
  return (
    <Banner tone="info" announce title={t('metrics.report.generating', { address: report.recipient })}>
      {/* Changes every second, so it is hidden from screen readers. */}
      <p aria-live="off">
        {t('metrics.report.elapsed', { elapsed: t(`metrics.report.${unit}`, { count }) })}
      </p>
    </Banner>
  )
}

function RequestFailed({ error }: { error: Error | null }) {
  const { t } = useTranslation()
  if (error === null) return null
  // The only conflict: the user gets no emails about reports.
  if (isConflict(error)) {
    return (
      <Banner tone="danger" announce title={t('metrics.report.errorTitle')}>
        <p>{error.message}</p>
        <p>
          <TextLink href={paths.notificationPreferences()}>{t('metrics.report.preferences')}</TextLink>
        </p>
      </Banner>
    )
  }
  const failure = reportFailure(error)
  const message = 'text' in failure ? t(`metrics.report.${failure.text}`) : failure.message
  return <ErrorBanner title={t('metrics.report.errorTitle')} error={toFailure(error)} messages={[message]} />
}

function Undelivered({ report }: { report: UsageReport }) {
  const { t } = useTranslation()
  const message = t('metrics.report.undelivered', { address: report.recipient })
  return <ErrorBanner title={t('metrics.report.undeliveredTitle')} messages={[message]} />
}

function Sent({ report, isNew }: { report: UsageReport; isNew: boolean }) {
  const { t } = useTranslation()
  const message = t('metrics.report.sent', {
    address: report.recipient,
    date: fullDate(report.finished_at),
  })
  return isNew ? (
    <Banner tone="success" announce title={message} />
  ) : (
    <p className={classes['muted']}>{message}</p>
  )
}

interface ReportButtonProps {
  isRequesting: boolean
  isGenerating: boolean
  leftMs: number
  onRequest: () => void
}

/** Stays focusable while disabled, with the reason next to it. */
function ReportButton({ isRequesting, isGenerating, leftMs, onRequest }: ReportButtonProps) {
  const { t } = useTranslation()
  const reasonId = useId()
  const isCooling = !isGenerating && leftMs > 0
  const isOff = isRequesting || isGenerating || isCooling
  let reason: ReactNode = null
  if (isGenerating) reason = t('metrics.report.inTheMaking')
  if (isCooling) reason = <Countdown leftMs={leftMs} />
  return (
    <div className={classes['action']}>
      <Button
        variant="default"
        data-disabled={isOff}
        aria-disabled={isOff}
        aria-describedby={reason === null ? undefined : reasonId}
        leftSection={isRequesting ? <Loader size={16} color="currentColor" aria-hidden /> : undefined}
        onClick={() => {
          if (!isOff) onRequest()
        }}
      >
        {t('metrics.report.generate')}
      </Button>
      {reason !== null && (
        <span id={reasonId} className={classes['muted']}>
          {reason}
        </span>
      )}
      <LiveRegion>
        {isCooling && t('metrics.report.coolingSpoken', { count: Math.ceil(leftMs / minuteMs) })}
      </LiveRegion>
    </div>
  )
}

function Countdown({ leftMs }: { leftMs: number }) {
  const { t } = useTranslation()
  const seconds = Math.ceil(leftMs / 1000)
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return t('metrics.report.cooling', { time })
}
