import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Notification } from '@trestle/domain/notifications/contract.ts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isNowhere } from '../http/callError.ts'
import { NotFoundPage } from '../shared/NotFoundPage.tsx'
import { useListToReturnTo } from '../shared/useListToReturnTo.ts'
import { paths } from '../paths.ts'
import '../texts/notifications.ts'
import { fullDate } from '../ui/dates.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { TextLink } from '../ui/Link.tsx'
import { Markdown } from '../ui/Markdown.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { NotificationMarks } from './NotificationMarks.tsx'
import classes from './NotificationsPage.module.css'
import { notification, useReadNotification } from './queries.ts'

const route = getRouteApi('/signedIn/notifications/$id')

/** Shows one notification, which marks it as read (NOTE-24 to NOTE-29). */
export function NotificationPage() {
  const { t } = useTranslation()
  const { id } = route.useParams()
  const list = useListToReturnTo(paths.notifications())
  const { data, error, refetch } = useQuery(notification(id))
  if (isNowhere(error)) return <NotFoundPage />
  return (
    <>
      <TextLink href={list} className={classes['back']}>
        <IconArrowLeft size="1rem" aria-hidden />
        {t('notifications.back')}
      </TextLink>
      {data ? <Reader key={data.id} notification={data} /> : <PageHeader title={t('notifications.title')} />}
      {!data && !error && <output>{t('notifications.loading')}</output>}
      {!data && error && (
        <FailedState
          title={t('notifications.failedOne')}
          error={toFailure(error)}
          onRetry={() => void refetch()}
        />
      )}
    </>
  )
}

function Reader({ notification: shown }: { notification: Notification }) {
  const { mutate: read } = useReadNotification()
  const requested = useRef(false)
  const isUnread = shown.read_at === null
  useEffect(() => {
    if (!isUnread || requested.current) return
    requested.current = true
    read(shown.id)
  }, [isUnread, read, shown.id])
  return (
    <>
      <PageHeader
        title={shown.title}
        description={<time dateTime={shown.created_at}>{fullDate(shown.created_at)}</time>}
        badge={<NotificationMarks notification={{ ...shown, read_at: shown.read_at ?? shown.created_at }} />}
      />
      <article className={classes['body']}>
        <Markdown text={shown.body} under={1} />
      </article>
    </>
  )
}
