import type { Audience } from '@trestle/domain/access/audience.ts'
import { useQuery } from '@tanstack/react-query'
import type { SubmissionEvent } from '@trestle/domain/listings/contract.ts'
import { IconCircleCheck, IconCircleX, IconPoint, IconSend, IconArrowBackUp } from '@tabler/icons-react'
import { memo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import '../../texts/listings.ts'
import { fullDate } from '../../ui/dates.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Section } from '../../ui/Section.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import classes from '../Listing.module.css'
import { submissionEvents } from '../queries.ts'
import { LazyAdminMessage } from './LazyAdminMessage.tsx'
import { humanize } from '../../ui/humanize.ts'
import { lookUp } from '../../ui/lookUp.ts'

const icons: Record<SubmissionEvent['event'], ReactNode> = {
  submitted: <IconSend size="1.25rem" aria-hidden />,
  withdrawn: <IconArrowBackUp size="1.25rem" aria-hidden />,
  approved: <IconCircleCheck size="1.25rem" aria-hidden />,
  rejected: <IconCircleX size="1.25rem" aria-hidden />,
}

export interface TimelineProps {
  appId: number
  audience: Audience
}

/** Shows the listing's history to both sides: who did what, when, and with which message. */
export const Timeline = memo(function Timeline({ appId, audience }: TimelineProps) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const { data, error, isFetching, refetch } = useQuery(submissionEvents(appId, audience, page))
  return (
    <Section title={t('listings.timeline.title')}>
      {error && !data && (
        <FailedState
          title={audience === 'staff' ? undefined : t('listings.timeline.failed')}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {!error && !data && <LinesSkeleton lines={3} />}
      {data?.total === 0 && <p className={classes['muted']}>{t('listings.timeline.empty')}</p>}
      {data && data.total > 0 && (
        <ol className={classes['timeline']} aria-busy={isFetching}>
          {data.rows.map((event) => (
            <TimelineEntry key={event.id} event={event} />
          ))}
        </ol>
      )}
      {data && data.total > data.perPage && (
        <Pager page={page} perPage={data.perPage} total={data.total} onPage={setPage} />
      )}
    </Section>
  )
})

function TimelineEntry({ event }: { event: SubmissionEvent }) {
  const { t } = useTranslation()
  const name = event.by ?? t('listings.timeline.staff')
  const title = t(`listings.timeline.${event.event}`, {
    name,
    version: event.version,
    defaultValue: humanize(event.event),
  })
  return (
    <li data-event={event.event}>
      {lookUp(icons, event.event) ?? <IconPoint size="1.25rem" aria-hidden />}
      <div>
        <p>
          {title}
          {event.silent && ` (${t('listings.timeline.silent')})`}
        </p>
        <time className={classes['muted']} dateTime={event.at}>
          {fullDate(event.at)}
        </time>
        {event.message !== null && <LazyAdminMessage label={title} html={event.message} />}
      </div>
    </li>
  )
}
