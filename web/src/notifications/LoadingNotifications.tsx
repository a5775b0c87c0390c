import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/notifications.ts'

/**
 * Has the focus of the dialog while the notifications load, and passes it to the dialog then. Otherwise, it would be at
 * the link below them, so that Tab skips them.
 */
export function LoadingNotifications() {
  const { t } = useTranslation()
  const place = useRef<HTMLOutputElement>(null)
  useLayoutEffect(() => {
    const { current } = place
    return () => {
      if (current === document.activeElement) current?.closest<HTMLElement>('[role="dialog"]')?.focus()
    }
  }, [])
  return (
    <output ref={place} tabIndex={-1} data-autofocus>
      {t('notifications.loading')}
    </output>
  )
}
