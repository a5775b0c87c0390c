import { ActionIcon, Indicator } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { lazyMenu } from '../ui/LazyMenu.tsx'
import { unreadNotifications } from './queries.ts'
import classes from './NotificationsMenu.module.css'

const NotificationsPopover = lazyMenu<object>(
  () => import('./NotificationsPopover.tsx').then((m) => m.NotificationsPopover),
  'dialog',
)

const shownCount = (count: number) => (count > 99 ? '99+' : String(count))

/** Shows the bell with the number of unread notifications and a menu of the newest three (NOTE-01 to NOTE-09). */
export function NotificationsMenu() {
  const { t } = useTranslation()
  const unread = useQuery(unreadNotifications()).data?.total ?? 0
  const bell = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={unread === 0 ? t('shell.bellNone') : t('shell.bell', { count: unread })}
    >
      <IconBell size={20} aria-hidden />
    </ActionIcon>
  )
  return (
    <Indicator
      disabled={unread === 0}
      label={<span aria-hidden>{shownCount(unread)}</span>}
      size={18}
      offset={6}
      color="red.8"
      classNames={{ indicator: classes['count'] ?? '' }}
    >
      <NotificationsPopover trigger={bell} />
    </Indicator>
  )
}
