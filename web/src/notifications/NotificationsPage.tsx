import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { Notification } from '@trestle/domain/notifications/contract.ts'
import { cutSummary } from '@trestle/domain/notifications/rules.ts'
import { useTranslation } from 'react-i18next'
import { useListQuery } from '../shared/useListQuery.ts'
import { readNoFilters, useListState } from '../shared/listState.ts'
import { paths } from '../paths.ts'
import '../texts/notifications.ts'
import { clsx } from '../ui/clsx.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { TextLink } from '../ui/Link.tsx'
import { Markdown } from '../ui/Markdown.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { toast } from '../ui/toast.ts'
import { toastFailure } from '../ui/toastFailure.ts'
import { ListPager } from '../shared/ListPager.tsx'
import { NotificationMarks } from './NotificationMarks.tsx'
import classes from './NotificationsPage.module.css'
import { useReadAllNotifications } from './mutations.ts'
import { notificationList } from './queries.ts'

const route = getRouteApi('/signedIn/notifications')

/** Lists all notifications, newest first, as cards (NOTE-10 to NOTE-21). */
export function NotificationsPage() {
  const { t } = useTranslation()
  const list = useListState(route.useSearch(), readNoFilters)
  const { data, error, refetch, isFetching } = useListQuery(list, notificationList(list))
  return (
    <>
      <PageHeader
        title={t('notifications.title')}
        description={<TextLink href={paths.accountFeed()}>{t('notifications.follow')}</TextLink>}
        actions={data && data.total > 0 && <ReadAllButton />}
      />
      {!data && !error && <output>{t('notifications.loading')}</output>}
      {!data && error && (
        <FailedState
          title={t('notifications.failed')}
          error={toFailure(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data && data.total === 0 && (
        <EmptyState title={t('notifications.none')} detail={t('notifications.checkBack')} />
      )}
      {data && data.total > 0 && (
        <div className={classes['list']}>
          <ul className={classes['cards']} aria-busy={isFetching}>
            {data.rows.map((each) => (
              <Card key={each.id} notification={each} />
            ))}
          </ul>
          <ListPager list={list} data={data} />
        </div>
      )}
    </>
  )
}

/** Stays when nothing is unread, because appearing with the count, after the list, would move the list. */
function ReadAllButton() {
  const { t } = useTranslation()
  const { mutate, isPending } = useReadAllNotifications()
  const readAll = () =>
    mutate(undefined, {
      onSuccess: () => toast('success', t('notifications.allRead')),
      onError: (error) => toastFailure(t, error, t('notifications.readAllFailed')),
    })
  return (
    <Button variant="default" loading={isPending} onClick={readAll}>
      {t('notifications.readAll')}
    </Button>
  )
}

function Card({ notification }: { notification: Notification }) {
  const { t } = useTranslation()
  const { id, title, summary, created_at, read_at } = notification
  return (
    <li className={clsx(classes['card'], read_at === null && classes['unread'])}>
      <div className={classes['head']}>
        <h2 className={classes['title']}>{title}</h2>
        <NotificationMarks notification={notification} />
      </div>
      <p className={classes['date']}>
        <RelativeTime at={created_at} />
      </p>
      <Markdown text={cutSummary(summary)} under={2} />
      <TextLink href={paths.notification(id)} className={classes['more']}>
        {t('notifications.readMore')}
        <span className="visually-hidden"> {title}</span>
      </TextLink>
    </li>
  )
}
