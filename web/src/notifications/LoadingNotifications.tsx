import { useTranslation } from 'react-i18next'
import '../texts/notifications.ts'
import { useLoadingFocus } from '../ui/useLoadingFocus.ts'

export function LoadingNotifications() {
  const { t } = useTranslation()
  return (
    <output ref={useLoadingFocus()} tabIndex={-1} data-autofocus>
      {t('notifications.loading')}
    </output>
  )
}
