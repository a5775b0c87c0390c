import { Notifications, notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'

export const showToast = notifications.show

export function Toasts() {
  return <Notifications position="top-right" withinPortal={false} limit={4} />
}
