import { Button, Stack, Text } from '@mantine/core'
import type { BucketChange } from '@trestle/domain/quotas/contract.ts'
import type { QuotaServer } from '@trestle/domain/quotas/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/quotas.ts'
import { Badge, type Tone } from '../ui/Badge.tsx'
import { fullDate } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { Pager } from '../ui/Pager.tsx'
import { LinesSkeleton } from '../ui/Skeletons.tsx'
import classes from './BucketHistory.module.css'
import { useLimitLabels } from './limitLabels.ts'
import { bucketChanges } from './queries.ts'
import { humanize } from '../ui/humanize.ts'
import { lookUp } from '../ui/lookUp.ts'

interface BucketHistoryProps {
  server: QuotaServer
  /** Null for all buckets of the server, including deleted ones. */
  bucketId: number | null
  onRevert: (change: BucketChange) => void
}

/** Lists who changed what and why, newest first; each change can be reverted. */
export function BucketHistory({ server, bucketId, onRevert }: BucketHistoryProps) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const { data, error, isFetching, refetch } = useQuery(bucketChanges(server, bucketId, page))
  if (error && !data) {
    return <FailedState error={toFailure(error)} onRetry={() => void refetch()} />
  }
  if (!data) return <LinesSkeleton lines={6} />
  if (data.total === 0) {
    return <EmptyState title={t('quotas.history.none')} detail={t('quotas.history.noneDetail')} />
  }
  return (
    <>
      <ol className={classes['changes']} aria-busy={isFetching}>
        {data.rows.map((change) => (
          <Change key={change.id} change={change} onRevert={onRevert} />
        ))}
      </ol>
      <Pager page={page} perPage={data.perPage} total={data.total} onPage={setPage} />
    </>
  )
}

const tones: Record<BucketChange['kind'], Tone> = {
  created: 'success',
  updated: 'info',
  deleted: 'danger',
  reverted: 'warning',
}

function Change({ change, onRevert }: { change: BucketChange; onRevert: (change: BucketChange) => void }) {
  const { t } = useTranslation()
  const { id, kind, before, after, reason, changed_by, changed_at, reverts } = change
  return (
    <li className={classes['change']}>
      <div className={classes['head']}>
        <Badge tone={lookUp(tones, kind) ?? 'neutral'}>
          {t(`quotas.history.kinds.${kind}`, { defaultValue: humanize(kind) })}
        </Badge>
        <Text span fw={600}>
          {(after ?? before)?.name}
        </Text>
        <Text span size="sm" c="dimmed">
          {t('quotas.history.change', { id })}
        </Text>
      </div>
      <Text size="sm" c="dimmed">
        {t('quotas.history.by', { name: changed_by.name, when: fullDate(changed_at) })}
      </Text>
      <Text className={classes['reason'] ?? ''}>{reason}</Text>
      {reverts !== null && <Text size="sm">{t('quotas.history.reverts', { id: reverts })}</Text>}
      <dl className={classes['states']}>
        <State label={t('quotas.history.before')} state={before} />
        <State label={t('quotas.history.after')} state={after} />
      </dl>
      <Button
        size="xs"
        variant="default"
        aria-label={t('quotas.history.revertOf', { id })}
        onClick={() => onRevert(change)}
      >
        {t('quotas.history.revert')}
      </Button>
    </li>
  )
}

function State({ label, state }: { label: string; state: BucketChange['before'] }) {
  const { t } = useTranslation()
  const labels = useLimitLabels()
  return (
    <Stack gap={0}>
      <dt>{label}</dt>
      <dd>{state ? labels.all(state.bucket_templates) : t('quotas.history.nothing')}</dd>
    </Stack>
  )
}
