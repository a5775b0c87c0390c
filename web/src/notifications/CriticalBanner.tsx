import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { Notification } from '@trestle/domain/notifications/contract.ts'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { Banner } from '../ui/Banner.tsx'
import { toFailure } from '../ui/failure.ts'
import { TextLink } from '../ui/Link.tsx'
import { criticalNotifications, useReadNotification } from './queries.ts'

/** More would push the page out of sight. The others move up as these are read. */
const maxShown = 3

/** Shows critical notifications on every page until each is read or dismissed, which counts as read (NOTE-32). */
export function CriticalBanner() {
  const { t } = useTranslation()
  const pathname = useLocation({ select: (location) => location.pathname })
  const { data } = useQuery(criticalNotifications())
  const waiting = (data?.rows ?? []).filter(({ id }) => pathname !== paths.notification(id))
  if (waiting.length === 0) return null
  const more = (data?.total ?? 0) - (data?.rows.length ?? 0) + waiting.length - maxShown
  return (
    <Stack gap="xs" component="section" aria-label={t('shell.criticalBanner.label')}>
      {waiting.slice(0, maxShown).map(({ id, title }) => (
        <CriticalNotification key={id} id={id} title={title} />
      ))}
      {more > 0 && (
        <TextLink href={paths.notifications()}>{t('shell.criticalBanner.more', { count: more })}</TextLink>
      )}
    </Stack>
  )
}

/** Hidden immediately when closed, and shown again with the reason if that fails. */
function CriticalNotification({ id, title }: Pick<Notification, 'id' | 'title'>) {
  const { t } = useTranslation()
  const { mutate: dismiss, isIdle, error } = useReadNotification()
  if (!isIdle && !error) return null
  return (
    <Banner tone="danger" title={title} announce onClose={() => dismiss(id)}>
      {error && <p>{toFailure(error).message}</p>}
      <TextLink href={paths.notification(id)}>
        {t('shell.criticalBanner.read')}
        <span className="visually-hidden"> {title}</span>
      </TextLink>
    </Banner>
  )
}
