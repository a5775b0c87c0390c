import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReviewRound } from '@trestle/domain/manifests/contract.ts'
import { versionLabel } from '@trestle/domain/manifests/versions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../../texts/manifests.ts'
import { fullDate } from '../../ui/dates.ts'
import { Pager } from '../../ui/Pager.tsx'
import { Section } from '../../ui/Section.tsx'
import { Table, type Column } from '../../ui/Table.tsx'
import { reviewRounds, versionList } from '../queries.ts'
import { findPublished } from '../versions/versionActions.ts'
import classes from './ReviewHistory.module.css'
import { RoundState } from './ReviewState.tsx'

interface ReviewHistoryProps {
  appId: number
  isStaffScreen: boolean
}

/** Shows the staff's reply to each submission of a version, and to staff who replied; nothing before the first one. */
export function ReviewHistory({ appId, isStaffScreen }: ReviewHistoryProps) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const { data, error, isFetching, refetch } = useQuery(reviewRounds(appId, page))
  const isInReview = data?.rows.some(({ state }) => state === 'in_review') ?? false
  const production = useInfiniteQuery({
    ...versionList(appId, 'ProductionEnvironment'),
    enabled: isInReview,
  })
  const published = findPublished(production.data?.versions ?? [])
  if (data ? data.total === 0 : !error) return null
  const foldsBesidePanel = isStaffScreen ? 'early' : true
  const columns: Column<ReviewRound>[] = [
    { key: 'version', label: t('manifests.versionColumn'), nowrap: true, cell: versionLabel },
    { key: 'round', label: t('manifests.rounds.round'), folds: foldsBesidePanel, cell: ({ round }) => round },
    {
      key: 'submitted',
      label: t('manifests.rounds.submitted'),
      folds: foldsBesidePanel,
      cell: (round) => fullDate(round.submitted_at),
    },
    {
      key: 'state',
      label: t('manifests.rounds.result'),
      folds: true,
      cell: (round) => <RoundState round={round} published={published} />,
    },
    {
      key: 'decided',
      label: t('manifests.rounds.decided'),
      folds: foldsBesidePanel,
      cell: ({ decided_at, decided_by: name }) =>
        name ? t('manifests.rounds.decidedBy', { date: fullDate(decided_at), name }) : fullDate(decided_at),
    },
    {
      key: 'message',
      label: t('manifests.rounds.message'),
      folds: true,
      cell: ({ message }) =>
        message ? <p className={classes['message']}>{message}</p> : t('manifests.rounds.noMessage'),
    },
  ]
  return (
    <Section title={t('manifests.rounds.title')} description={t('manifests.rounds.description')}>
      <Table
        label={t('manifests.rounds.title')}
        columns={columns}
        rows={data?.rows}
        total={data?.total}
        rowKey={({ app_version_id, round }) => `${app_version_id} ${round}`}
        busy={isFetching}
        error={error}
        errorTitle={t('manifests.rounds.failed')}
        onRetry={() => void refetch()}
        empty={null}
      />
      {data && data.total > data.perPage && (
        <Pager page={page} perPage={data.perPage} total={data.total} onPage={setPage} />
      )}
    </Section>
  )
}
