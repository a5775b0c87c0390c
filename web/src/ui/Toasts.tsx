import {
  Notifications,
  notifications,
  notificationsStore,
  type NotificationData,
} from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import { IconAlertTriangle, IconCheck, IconExclamationMark, IconInfoSmall } from '@tabler/icons-react'
import type { ToastVariant } from './toast.ts'

const looks = {
  success: { color: 'green', Icon: IconCheck },
  info: { color: 'blue', Icon: IconInfoSmall },
  warning: { color: 'orange', Icon: IconAlertTriangle },
  error: { color: 'red', Icon: IconExclamationMark },
} as const satisfies Record<ToastVariant, object>

interface ToastData extends NotificationData {
  variant: ToastVariant
}

/**
 * Shows a toast. It replaces an identical one, so that screen readers announce it again and its full time starts over.
 */
export function showToast({ variant, ...toast }: ToastData): void {
  const { notifications: shown, queue } = notificationsStore.getState()
  for (const { id, title, message } of [...shown, ...queue]) {
    if (id !== undefined && title === toast.title && message === toast.message) notifications.hide(id)
  }
  const { color, Icon } = looks[variant]
  notifications.show({ ...toast, color, icon: <Icon size="1rem" aria-hidden /> })
}

export function Toasts() {
  return <Notifications position="top-right" withinPortal={false} limit={4} />
}
