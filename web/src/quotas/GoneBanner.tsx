import { Text } from '@mantine/core'
import type { QuotaServer } from '@trestle/domain/quotas/rules.ts'
import { useTranslation } from 'react-i18next'
import '../texts/quotas.ts'
import { Banner } from '../ui/Banner.tsx'

interface GoneBannerProps {
  server: QuotaServer
  onClose?: () => void
}

/** Says that someone else deleted a bucket, and where it can be restored. */
export function GoneBanner({ server, onClose }: GoneBannerProps) {
  const { t } = useTranslation()
  return (
    <Banner tone="warning" title={t('quotas.form.gone', { server })} {...(onClose && { onClose })}>
      <Text>{t('quotas.form.goneDetail')}</Text>
    </Banner>
  )
}
