import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { useFlags } from '../../http/session.ts'
import '../../texts/factors.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { fullDate } from '../../ui/dates.ts'
import { TextLink } from '../../ui/Link.tsx'
import { toast } from '../../ui/toast.ts'
import { cancelOwnFactorReset } from './queries.ts'

/**
 * Says that staff will remove the factors, and cancels this. Also reaches users whose mailbox is controlled by the
 * person who requested it. `at` is null if no reset is pending.
 */
export function PendingReset({ at }: { at: string | null }) {
  const { t } = useTranslation()
  const { support_url } = useFlags()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      {at !== null && (
        <Banner tone="warning" title={t('factors.pendingReset.title', { date: fullDate(at) })}>
          <Text>
            <Trans
              i18nKey="factors.pendingReset.detail"
              components={{ support: <TextLink href={support_url}>{t('shell.support')}</TextLink> }}
            />
          </Text>
          <Group mt="sm">
            <Button variant="default" onClick={() => setAsking(true)}>
              {t('factors.cancelReset.submit')}
            </Button>
          </Group>
        </Banner>
      )}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('factors.pendingReset.question')}
        confirmLabel={t('factors.cancelReset.submit')}
        cancelLabel={t('factors.pendingReset.close')}
        errorTitle={t('factors.cancelReset.failed')}
        onConfirm={async () => {
          await cancelOwnFactorReset()
          toast('success', t('factors.cancelReset.doneTitle'))
        }}
      >
        {t('factors.pendingReset.effect')}
      </ConfirmDialog>
    </>
  )
}
