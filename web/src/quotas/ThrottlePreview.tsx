import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { BucketState, Preview } from '@trestle/domain/quotas/contract.ts'
import { anyClient, type QuotaServer } from '@trestle/domain/quotas/rules.ts'
import { formatNumber } from '@trestle/domain/text/formatNumber.ts'
import { useTranslation } from 'react-i18next'
import { isGone } from '../http/gone.ts'
import '../texts/quotas.ts'
import { fullDate } from '../ui/dates.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { LinesSkeleton } from '../ui/Skeletons.tsx'
import { Table, type Column } from '../ui/Table.tsx'
import { ChangedLimits } from './ChangedLimits.tsx'
import { GoneBanner } from './GoneBanner.tsx'
import { bucketPreview, type PreviewInput } from './queries.ts'
import classes from './ThrottlePreview.module.css'

const shownHours = 8

interface ThrottlePreviewProps {
  server: QuotaServer
  input: PreviewInput
  /** The bucket after the change; null if it is deleted. */
  after: BucketState | null
}

/** Shows the limits before and after a change, and what it would have throttled in the last 24 hours. */
export function ThrottlePreview({ server, input, after }: ThrottlePreviewProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(bucketPreview(server, input))
  if (isGone(error)) return <GoneBanner server={server} />
  if (error && !data) {
    return (
      <FailedState
        title={t('quotas.preview.failed')}
        error={toFailure(error)}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <LinesSkeleton lines={3} />
  return (
    <>
      <ChangedLimits before={data.bucket} after={after} />
      {data.calls === 0 ? (
        <Text>{t('quotas.preview.noCalls', { server })}</Text>
      ) : (
        <PreviewMetrics preview={data} />
      )}
    </>
  )
}

function PreviewMetrics({ preview }: { preview: Preview }) {
  const { t } = useTranslation()
  const metrics = [
    [t('quotas.preview.calls'), preview.calls],
    [t('quotas.preview.now'), preview.throttled_now],
    [t('quotas.preview.after'), preview.throttled_then],
  ] as const
  const left = preview.total_hours - Math.min(shownHours, preview.hours.length)
  return (
    <Stack gap="sm">
      <Text fw={600}>{t('quotas.preview.title')}</Text>
      <dl className={classes['statistics']}>
        {metrics.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
      {preview.total_clients > preview.clients && (
        <Text size="sm" c="dimmed">
          {t('quotas.preview.clients', {
            shown: formatNumber(preview.clients),
            total: formatNumber(preview.total_clients),
          })}
        </Text>
      )}
      {preview.hours.length > 0 && <Hours hours={preview.hours.slice(0, shownHours)} />}
      {left > 0 && (
        <Text size="sm" c="dimmed">
          {t('quotas.preview.more', { count: left })}
        </Text>
      )}
    </Stack>
  )
}

type Hour = Preview['hours'][number]

function Hours({ hours }: { hours: Hour[] }) {
  const { t } = useTranslation()
  const count = (key: 'calls' | 'throttled_now' | 'throttled_then', label: string): Column<Hour> => ({
    key,
    label,
    align: 'right',
    cell: (row) => formatNumber(row[key]),
  })
  const columns: Column<Hour>[] = [
    { key: 'app', label: t('quotas.preview.columns.app'), cell: (row) => row.app_name ?? row.domain },
    ...(hours.some(({ client }) => client !== anyClient)
      ? [{ key: 'client', label: t('quotas.preview.columns.client'), cell: (row: Hour) => row.client }]
      : []),
    {
      key: 'hour',
      label: t('quotas.preview.columns.hour'),
      nowrap: true,
      cell: (row) => fullDate(row.hour),
    },
    count('calls', t('quotas.preview.columns.calls')),
    count('throttled_now', t('quotas.preview.columns.now')),
    count('throttled_then', t('quotas.preview.columns.after')),
  ]
  return (
    <Table
      label={t('quotas.preview.table')}
      columns={columns}
      rows={hours}
      rowKey={({ domain, client, hour }) => `${domain} ${client} ${hour}`}
      empty={null}
    />
  )
}
