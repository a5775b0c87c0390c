import type { AdminNotification, Notification } from '@trestle/domain/notifications/contract.ts'
import { utcDay } from '@trestle/domain/time/days.ts'
import { hasCome } from '@trestle/domain/notifications/rules.ts'
import { pageAddress } from '@trestle/domain/routes.ts'
import type { ReadRow } from './store.ts'

export function presentForStaff(row: ReadRow, now: Date): AdminNotification {
  const { id, title, summary, body, critical, draft, show_after, visible } = row
  return {
    id,
    title,
    summary,
    body,
    critical,
    draft,
    show_after,
    visible,
    visible_by_show_after: hasCome(show_after, utcDay(now)),
    href: pageAddress('notification', { id }),
    read_at: row.read_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

export function presentNotification(row: ReadRow, now: Date): Notification {
  const { updated_at: _, ...notification } = presentForStaff(row, now)
  return notification
}
