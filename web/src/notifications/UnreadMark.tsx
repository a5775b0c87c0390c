import { Indicator } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { unreadNotifications } from './queries.ts'
import classes from './NotificationsMenu.module.css'

/**
 * Returns how many notifications are unread (NOTE-01), and 0 until that is known. `enabled` says whether the user can
 * have any.
 */
export const useUnreadCount = (enabled = true): number =>
  useQuery({ ...unreadNotifications(), enabled }).data?.total ?? 0

/** Shows the number of unread notifications at the corner of a button, whose own name includes it. */
export function UnreadMark({ count, children }: { count: number; children: ReactNode }) {
  return (
    <Indicator
      disabled={count === 0}
      label={<span aria-hidden>{count > 99 ? '99+' : count}</span>}
      size={18}
      offset={6}
      color="red.8"
      classNames={{ indicator: classes['count'] ?? '' }}
    >
      {children}
    </Indicator>
  )
}
