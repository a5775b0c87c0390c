import { Text } from '@mantine/core'
import { Trans, useTranslation } from 'react-i18next'
import { useFlags } from '../../http/session.ts'
import '../../texts/factors.ts'
import { Banner } from '../../ui/Banner.tsx'
import { fullDate } from '../../ui/dates.ts'
import { TextLink } from '../../ui/Link.tsx'

/** Says that staff will remove the factors, also to someone whose mailbox is in the hands of who asked for it. */
export function PendingReset({ at }: { at: string }) {
  const { t } = useTranslation()
  const { support_url } = useFlags()
  return (
    <Banner tone="warning" title={t('factors.pendingReset.title', { date: fullDate(at) })}>
      <Text>
        <Trans
          i18nKey="factors.pendingReset.detail"
          components={{ support: <TextLink href={support_url}>{t('shell.support')}</TextLink> }}
        />
      </Text>
    </Banner>
  )
}
