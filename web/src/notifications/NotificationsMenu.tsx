import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { lazyMenu } from '../ui/LazyMenu.tsx'
import { UnreadMark, useUnreadCount } from './UnreadMark.tsx'

const NotificationsPopover = lazyMenu<object>(
  () => import('./NotificationsPopover.tsx').then((m) => m.NotificationsPopover),
  'dialog',
)

/** Shows the bell with the number of unread notifications and a menu of the newest three (NOTE-01 to NOTE-09). */
export function NotificationsMenu() {
  const { t } = useTranslation()
  const unread = useUnreadCount()
  const bell = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={unread === 0 ? t('shell.bellNone') : t('shell.bell', { count: unread })}
    >
      <IconBell size="1.25rem" aria-hidden />
    </ActionIcon>
  )
  return (
    <UnreadMark count={unread}>
      <NotificationsPopover trigger={bell} />
    </UnreadMark>
  )
}
