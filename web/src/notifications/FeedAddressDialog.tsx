import { Button, Group, Stack } from '@mantine/core'
import type { NotificationFeedAddress } from '@trestle/domain/notifications/contract.ts'
import { useTranslation } from 'react-i18next'
import '../texts/notifications.ts'
import { Banner } from '../ui/Banner.tsx'
import { CopyField } from '../ui/CopyField.tsx'
import { LazyModal } from '../ui/LazyModal.tsx'

interface FeedAddressDialogProps {
  address: NotificationFeedAddress
  onDone: () => void
}

/** Shows the new addresses once; only Done closes the dialog. */
export function FeedAddressDialog({ address, onDone }: FeedAddressDialogProps) {
  const { t } = useTranslation()
  return (
    <LazyModal opened locked size="lg" onClose={onDone} title={t('notifications.feed.onceTitle')}>
      <Stack gap="md">
        <Banner tone="warning" title={t('notifications.feed.onceWarning')}>
          <p>{t('notifications.feed.onceDetail')}</p>
        </Banner>
        <CopyField label={t('notifications.feed.atom')} value={address.atom_url} focusedFirst />
        <CopyField label={t('notifications.feed.json')} value={address.json_url} />
        <Group justify="flex-end">
          <Button onClick={onDone}>{t('notifications.feed.done')}</Button>
        </Group>
      </Stack>
    </LazyModal>
  )
}
