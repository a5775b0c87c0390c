import { useQuery } from '@tanstack/react-query'
import type { Notification } from '@trestle/domain/notifications/contract.ts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/notifications.ts'
import { shortDate } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { TextLink } from '../ui/Link.tsx'
import { Markdown } from '../ui/Markdown.tsx'
import { LoadingNotifications } from './LoadingNotifications.tsx'
import classes from './NotificationsMenu.module.css'
import { latestNotifications, unreadNotifications } from './queries.ts'
import { NotificationMarks } from './NotificationMarks.tsx'

/** Reloads the list whenever the bell updates its count, so that an open list matches it. */
function useLatestNotifications() {
  const latest = useQuery(latestNotifications())
  const { dataUpdatedAt: countedAt } = useQuery({ ...unreadNotifications(), enabled: false })
  const lastCountedAt = useRef(countedAt)
  const { refetch } = latest
  useEffect(() => {
    const isFirst = lastCountedAt.current === 0
    if (lastCountedAt.current === countedAt) return
    lastCountedAt.current = countedAt
    if (!isFirst) void refetch()
  }, [countedAt, refetch])
  return latest
}

/** Shows the three newest notifications under the bell (NOTE-03 to NOTE-07). */
export function LatestNotifications({ onFollow }: { onFollow: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useLatestNotifications()
  if (data && data.rows.length === 0) {
    return <EmptyState title={t('notifications.none')} detail={t('notifications.checkBack')} />
  }
  if (data) {
    return (
      <ul className={classes['list']}>
        {data.rows.map((each) => (
          <Item key={each.id} notification={each} onFollow={onFollow} />
        ))}
      </ul>
    )
  }
  if (error) {
    return (
      <FailedState
        title={t('notifications.failed')}
        error={toFailure(error)}
        onRetry={() => void refetch()}
      />
    )
  }
  return <LoadingNotifications />
}

function Item({ notification, onFollow }: { notification: Notification; onFollow: () => void }) {
  const { t } = useTranslation()
  const { id, title, summary, created_at } = notification
  return (
    <li className={classes['item']}>
      <p className={classes['title']}>{title}</p>
      <p className={classes['meta']}>
        <time dateTime={created_at}>{shortDate(created_at)}</time>
        <NotificationMarks notification={notification} />
      </p>
      <Markdown text={summary} under={3} />
      <TextLink href={paths.notification(id)} className={classes['more']} onClick={onFollow}>
        {t('notifications.learnMore')}
        <span className="visually-hidden"> {title}</span>
      </TextLink>
    </li>
  )
}
