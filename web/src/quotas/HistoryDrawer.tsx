import type { Bucket, BucketChange } from '@trestle/domain/quotas/contract.ts'
import type { QuotaServer } from '@trestle/domain/quotas/rules.ts'
import { useTranslation } from 'react-i18next'
import '../texts/quotas.ts'
import { Drawer } from '../ui/Drawer.tsx'
import { BucketHistory } from './BucketHistory.tsx'

export interface HistoryDrawerProps {
  opened: boolean
  onClose: () => void
  server: QuotaServer
  /** Null for the whole server. */
  bucket: Bucket | null
  onRevert: (change: BucketChange) => void
}

/** Shows the changes of a bucket or of a whole server. */
export function HistoryDrawer({ opened, onClose, server, bucket, onRevert }: HistoryDrawerProps) {
  const { t } = useTranslation()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={t('quotas.history.title', { name: bucket?.name ?? server })}
      width={560}
    >
      <BucketHistory server={server} bucketId={bucket?.id ?? null} onRevert={onRevert} />
    </Drawer>
  )
}
