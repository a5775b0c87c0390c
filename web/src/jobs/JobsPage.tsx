import { Button, NativeSelect } from '@mantine/core'
import {
  IconBan,
  IconCheck,
  IconClock,
  IconExclamationCircle,
  IconHelpCircle,
  IconPlayerPlay,
  type Icon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { JobRow } from '@trestle/domain/jobs/contract.ts'
import { jobKindLabel, jobKindLabels } from '@trestle/domain/jobs/kinds.ts'
import { jobStates, type JobState } from '@trestle/domain/jobs/states.ts'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isFilterRefused } from '../http/callError.ts'
import { useFlags } from '../http/session.ts'
import { paths } from '../paths.ts'
import { useListQuery } from '../shared/useListQuery.ts'
import { useListState, type ListState } from '../shared/listState.ts'
import { ListTable } from '../shared/ListTable.tsx'
import { useWording } from '../shared/useWording.ts'
import '../texts/jobs.ts'
import { Badge, type Tone } from '../ui/Badge.tsx'
import { toSecond } from '../ui/dates.ts'
import { countActive, Filters } from '../ui/Filters.tsx'
import { humanize } from '../ui/humanize.ts'
import { TextLink } from '../ui/Link.tsx'
import { LongText } from '../ui/LongText.tsx'
import { lookUp } from '../ui/lookUp.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import type { Column } from '../ui/Table.tsx'
import { toast } from '../ui/toast.ts'
import { toastFailure } from '../ui/toastFailure.ts'
import { JobMenu } from './JobMenu.tsx'
import { jobSubject } from './jobSubject.ts'
import classes from './JobsPage.module.css'
import {
  failedJobs,
  jobList,
  listMs,
  readJobFilters,
  useRetryFailedJobs,
  type JobFilters,
} from './queries.ts'

const route = getRouteApi('/signedIn/adminOnly/admin/jobs')

const badges: Record<JobState, { tone: Tone; Icon: Icon }> = {
  waiting: { tone: 'neutral', Icon: IconClock },
  running: { tone: 'info', Icon: IconPlayerPlay },
  done: { tone: 'success', Icon: IconCheck },
  failed: { tone: 'danger', Icon: IconExclamationCircle },
  canceled: { tone: 'neutral', Icon: IconBan },
}

const unknown = { tone: 'neutral', Icon: IconHelpCircle } as const

function StateBadge({ job: { state, is_canceling: isCanceling } }: { job: JobRow }) {
  const { t } = useTranslation()
  const { tone, Icon } = lookUp(badges, isCanceling ? 'canceled' : state) ?? unknown
  return (
    <Badge tone={tone} icon={<Icon size="0.875rem" aria-hidden />}>
      {t(`jobs.states.${isCanceling ? 'canceling' : state}`, { defaultValue: humanize(state) })}
    </Badge>
  )
}

/** Says what a job is about, with a link to its app. */
function Subject({ job }: { job: JobRow }) {
  const subject = jobSubject(job)
  if (!job.app && !job.email) return <code className={classes['subject']}>{subject}</code>
  return (
    <div className={classes['subject']}>
      {job.app ? <TextLink href={paths.adminApp(job.app.id)}>{subject}</TextLink> : subject}
    </div>
  )
}

function LastError({ job }: { job: JobRow }) {
  const { t } = useTranslation()
  if (job.last_error === null) return t('jobs.noError')
  const about = t('jobs.errorOf', { kind: jobKindLabel(job.kind), subject: jobSubject(job) })
  return (
    <div className={classes['error']}>
      <LongText text={job.last_error} about={about} />
    </div>
  )
}

function timeText(t: TFunction, { next_run_at: next, finished_at: finished }: JobRow): string {
  if (next !== null) return t('jobs.nextRun', { time: toSecond(next) })
  return finished === null ? t('jobs.started') : t('jobs.finished', { time: toSecond(finished) })
}

function useColumns(): Column<JobRow>[] {
  const { t } = useTranslation()
  return useMemo(
    () => [
      {
        key: 'job',
        label: t('jobs.job'),
        cell: (job) => (
          <>
            {jobKindLabel(job.kind)}
            <Subject job={job} />
          </>
        ),
      },
      {
        key: 'state',
        label: t('jobs.state'),
        folds: true,
        nowrap: true,
        cell: (job) => <StateBadge job={job} />,
      },
      {
        key: 'attempts',
        label: t('jobs.attempts'),
        folds: true,
        nowrap: true,
        cell: (job) => t('jobs.attemptsOf', { attempts: job.attempts, max: job.max_attempts }),
      },
      {
        key: 'error',
        label: t('jobs.lastError'),
        folds: true,
        cell: (job) => <LastError job={job} />,
      },
      { key: 'time', label: t('jobs.time'), folds: 'medium', cell: (job) => timeText(t, job) },
      { key: 'actions', label: t('jobs.actions'), hideLabel: true, cell: (job) => <JobMenu job={job} /> },
    ],
    [t],
  )
}

function JobFilterFields({ list }: { list: ListState<JobFilters> }) {
  const { t } = useTranslation()
  const { state, kind } = list.filters
  const { gov_cloud: isGovernmentCloud } = useFlags()
  const known = Object.keys(jobKindLabels).filter((value) => !isGovernmentCloud || value !== 'sandbox.build')
  // An address can contain a kind from another release.
  const kinds = [...new Set([...known, ...(kind === '' ? [] : [kind])])].map((value) => ({
    value,
    label: jobKindLabel(value),
  }))
  return (
    <Filters active={countActive(state, kind)}>
      <NativeSelect
        label={t('jobs.state')}
        value={state}
        data={[
          { value: '', label: t('jobs.anyState') },
          ...jobStates.map((value) => ({ value, label: t(`jobs.states.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          list.setFilters({ state: jobStates.find((known) => known === value) })
        }
      />
      <NativeSelect
        label={t('jobs.kind')}
        value={kind}
        data={[
          { value: '', label: t('jobs.anyKind') },
          ...kinds.toSorted((a, b) => a.label.localeCompare(b.label)),
        ]}
        onChange={({ currentTarget: { value } }) => list.setFilters({ kind: value })}
      />
    </Filters>
  )
}

/** Retries the failed jobs that the kind filter includes. Shown only while there are failed jobs. */
function RetryAll({ kind }: { kind: string }) {
  const { t } = useTranslation()
  const { data } = useQuery(failedJobs(listMs))
  const { mutate, isPending } = useRetryFailedJobs()
  if (!data?.total) return null
  const retry = () =>
    mutate(kind, {
      onSuccess: ({ retried, skipped }) => {
        const texts = [
          t('jobs.allRetried', { count: retried }),
          ...(skipped > 0 ? [t('jobs.allSkipped', { count: skipped })] : []),
        ]
        toast('success', texts.join(' '))
      },
      onError: (error) => toastFailure(t, error, t('jobs.retryFailed')),
    })
  return (
    <Button variant="default" loading={isPending} onClick={retry}>
      {t(kind === '' ? 'jobs.retryAll' : 'jobs.retryAllOf')}
    </Button>
  )
}

/** Lists the background jobs for platform staff, who can retry and cancel them. */
export function JobsPage() {
  const { t } = useTranslation()
  const list = useListState(route.useSearch(), readJobFilters)
  const query = useListQuery(list, jobList(list))
  const columns = useColumns()
  return (
    <>
      <PageHeader
        title={t('shell.jobs')}
        crumbs={[{ label: t('shell.admin') }, { label: t('shell.jobs') }]}
        description={t('jobs.description', useWording())}
        actions={!isFilterRefused(query.error) && <RetryAll kind={list.filters.kind} />}
      />
      <JobFilterFields list={list} />
      <ListTable
        label={t('jobs.label')}
        list={list}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        rowHeight={59}
        emptyTitle={t('jobs.emptyTitle')}
        emptyDetail={t('jobs.emptyDetail')}
      />
    </>
  )
}
