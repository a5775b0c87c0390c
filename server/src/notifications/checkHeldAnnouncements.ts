import type { HeldEmailCheck } from '../mail/sendDaily.ts'
import { parseNotificationId } from './mailCritical.ts'
import { selectVisible } from './store.ts'

/** Selects the held emails about critical notifications that haven't been hidden or deleted. */
export const checkHeldAnnouncements: HeldEmailCheck = async (tx, _recipient, emails) => {
  const ids = emails.map(parseNotificationId)
  const visible = await selectVisible(
    tx,
    ids.filter((id) => id !== undefined),
  )
  return emails.filter((_email, index) => {
    const id = ids[index]
    return id === undefined || visible.includes(id)
  })
}
