import { Stack } from '@mantine/core'
import { mayActOnApp } from '@trestle/domain/access/roles.ts'
import type { DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { useTranslation } from 'react-i18next'
import { useFlags } from '../http/session.ts'
import '../texts/metrics.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { EngagementCard } from './EngagementCard.tsx'
import classes from './Metrics.module.css'
import { UsageReportCard } from './UsageReportCard.tsx'

/** Shows the usage report where the server enables it (USAGE-01), and a link to the engagement report. */
export function MetricsTab({ app }: { app: DeveloperApp }) {
  const { t } = useTranslation()
  const { api_usage_visible: isUsageVisible } = useFlags()
  const name = app.internal_name
  if (!mayActOnApp(app.role, 'metrics.view')) {
    return (
      <EmptyState
        kind="not-allowed"
        title={t('metrics.guests')}
        detail={t('metrics.guestsDetail', { name, owner: app.owner.name })}
      />
    )
  }
  return (
    <Stack gap="lg">
      <div className={classes['intro']}>
        <h2>{t('metrics.title')}</h2>
        <p className={classes['muted']}>{t('metrics.tagline', { name })}</p>
      </div>
      <EngagementCard app={app} />
      {isUsageVisible && <UsageReportCard app={app} />}
    </Stack>
  )
}
