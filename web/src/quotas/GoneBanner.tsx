import { Text } from '@mantine/core'
import type { QuotaServer } from '@trestle/domain/quotas/rules.ts'
import { useTranslation } from 'react-i18next'
import '../texts/quotas.ts'
import { Banner } from '../ui/Banner.tsx'

interface BannerProps {
  server: QuotaServer
}

/** Says that someone else deleted a bucket, and where it can be restored. */
export function GoneBanner({ server }: BannerProps) {
  const { t } = useTranslation()
  return (
    <Banner tone="warning" title={t('quotas.form.gone', { server })}>
      <Text>{t('quotas.form.goneDetail')}</Text>
    </Banner>
  )
}

/** Says that the address names a bucket that the server doesn't have, and may never have had. */
export function MissingBanner({ server, onClose }: BannerProps & { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Banner tone="warning" title={t('quotas.form.missing', { server })} onClose={onClose}>
      <Text>{t('quotas.form.missingDetail')}</Text>
    </Banner>
  )
}

/** Says that the server in the address doesn't exist, and which one is shown instead. */
export function UnknownServerBanner({ name, shown }: { name: string; shown: QuotaServer }) {
  const { t } = useTranslation()
  return (
    <Banner tone="warning" title={t('quotas.unknownServer', { name })}>
      <Text>{t('quotas.shownServer', { server: shown })}</Text>
    </Banner>
  )
}
