import { Button, Group, Text } from '@mantine/core'
import type { AdminDeveloper } from '@trestle/domain/accounts/contract.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../http/session.ts'
import '../../texts/factors.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { fullDate } from '../../ui/dates.ts'
import { lazyOverlay } from '../../ui/LazyOverlay.tsx'
import { Section } from '../../ui/Section.tsx'
import { toast } from '../../ui/toast.ts'
import type { FactorResetDialogProps } from './FactorResetDialog.tsx'
import { cancelFactorReset } from './queries.ts'

const FactorResetDialog = lazyOverlay<FactorResetDialogProps>(() =>
  import('./FactorResetDialog.tsx').then((m) => m.FactorResetDialog),
)

/** Shows whether a developer has a second factor, and the pending reset. */
export function AdminFactors({ developer }: { developer: AdminDeveloper }) {
  const { t } = useTranslation()
  const [task, setTask] = useState<'reset' | 'cancel' | null>(null)
  const isOwn = useSession().developer?.id === developer.id
  const { name, factor_reset: reset, has_second_factor: hasFactor } = developer
  const canReset = hasFactor && !reset && !isOwn
  const obstacle = useObstacle(developer)
  const close = () => setTask(null)
  return (
    <Section title={t('factors.admin.title')}>
      <Text>{t(hasFactor ? 'factors.admin.on' : 'factors.admin.off')}</Text>
      {reset && (
        <Banner tone="warning" title={t('factors.admin.pending', { date: fullDate(reset.effective_at) })}>
          <Text>{t('factors.admin.pendingReason', { reason: reset.reason })}</Text>
          <Group mt="sm">
            <Button variant="default" onClick={() => setTask('cancel')}>
              {t('factors.admin.cancel')}
            </Button>
          </Group>
        </Banner>
      )}
      {canReset && obstacle && <Text mt="md">{obstacle}</Text>}
      {canReset && !obstacle && (
        <Group mt="md">
          <Button variant="default" onClick={() => setTask('reset')}>
            {t('factors.admin.reset')}
          </Button>
        </Group>
      )}
      <FactorResetDialog developer={developer} opened={task === 'reset'} onClose={close} />
      <ConfirmDialog
        opened={task === 'cancel'}
        onClose={close}
        title={t('factors.admin.cancelTitle')}
        confirmLabel={t('factors.admin.cancel')}
        errorTitle={t('factors.admin.cancelFailed')}
        onConfirm={async () => {
          await cancelFactorReset(developer.id)
          toast('success', t('factors.admin.canceled'))
        }}
      >
        {t('factors.admin.cancelDetail', { name })}
      </ConfirmDialog>
    </Section>
  )
}

/** Returns why staff can't reset the developer's second factors now, or null if they can. */
function useObstacle({ suspension, factor_reset_possible_at: possibleAt }: AdminDeveloper): string | null {
  const { t } = useTranslation()
  if (suspension) return t('factors.admin.suspended')
  return possibleAt && t('factors.admin.addressChanged', { date: fullDate(possibleAt) })
}
