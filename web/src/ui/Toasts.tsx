import {
  Notifications,
  notifications,
  notificationsStore,
  type NotificationData,
} from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'

/** Shows a toast. It replaces the same one, so that screen readers announce it again and it stays as long as a new one. */
export function showToast(toast: NotificationData): void {
  const { notifications: shown, queue } = notificationsStore.getState()
  for (const { id, title, message } of [...shown, ...queue]) {
    if (id !== undefined && title === toast.title && message === toast.message) notifications.hide(id)
  }
  notifications.show(toast)
}

export function Toasts() {
  return <Notifications position="top-right" withinPortal={false} limit={4} />
}
