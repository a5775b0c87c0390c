import type { NotificationFeedAddress } from '@trestle/domain/notifications/contract.ts'
import { useTranslation } from 'react-i18next'
import { OneTimeDialog } from '../shared/OneTimeDialog.tsx'
import '../texts/notifications.ts'

export interface FeedAddressDialogProps {
  address: NotificationFeedAddress
  onDone: () => void
}

/** Shows the new addresses once. */
export function FeedAddressDialog({ address, onDone }: FeedAddressDialogProps) {
  const { t } = useTranslation()
  return (
    <OneTimeDialog
      title={t('notifications.feed.onceTitle')}
      texts={{
        warning: t('notifications.feed.onceWarning'),
        detail: t('notifications.feed.onceDetail'),
        stored: t('notifications.feed.onceStored'),
        reason: t('notifications.feed.onceReason'),
        done: t('notifications.feed.done'),
      }}
      secrets={[
        { label: t('notifications.feed.atom'), value: address.atom_url },
        { label: t('notifications.feed.json'), value: address.json_url },
      ]}
      onDone={onDone}
    />
  )
}
