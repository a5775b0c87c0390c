import { IconAlertTriangle, IconPointFilled } from '@tabler/icons-react'
import type { Notification } from '@trestle/domain/notifications/contract.ts'
import { useTranslation } from 'react-i18next'
import '../texts/notifications.ts'
import { Badge } from '../ui/Badge.tsx'

/** Shows Unread and Critical as text in addition to their colors (NOTE-02, NOTE-17). */
export function NotificationMarks({ notification }: { notification: Notification }) {
  const { t } = useTranslation()
  return (
    <>
      {notification.read_at === null && (
        <Badge tone="accent" icon={<IconPointFilled size="0.875rem" aria-hidden />}>
          {t('notifications.unread')}
        </Badge>
      )}
      {notification.critical && (
        <Badge tone="danger" icon={<IconAlertTriangle size="0.875rem" aria-hidden />}>
          {t('notifications.critical')}
        </Badge>
      )}
    </>
  )
}
