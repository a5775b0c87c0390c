import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../../texts/factors.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { fullDate } from '../../ui/dates.ts'
import { lazyOverlay } from '../../ui/LazyOverlay.tsx'
import { toast } from '../../ui/toast.ts'
import { FactorPart, FactorState } from './FactorPart.tsx'
import { removeTotp } from './queries.ts'
import type { TotpDialogProps } from './TotpDialog.tsx'

/** Lazy, because it renders a QR code. */
const TotpDialog = lazyOverlay<TotpDialogProps>(() => import('./TotpDialog.tsx').then((m) => m.TotpDialog))

interface TotpPartProps {
  confirmedAt: string | null
  /** It is the only factor. */
  isLast: boolean
  onAdded: () => void
}

/** Shows whether an authenticator app is set up. */
export function TotpPart({ confirmedAt, isLast, onAdded }: TotpPartProps) {
  const { t } = useTranslation()
  const [task, setTask] = useState<'add' | 'remove' | null>(null)
  const close = () => setTask(null)
  const isOn = confirmedAt !== null
  return (
    <FactorPart title={t('factors.totp.title')} detail={t('factors.totp.detail')}>
      <FactorState
        state={isOn ? t('factors.totp.on', { date: fullDate(confirmedAt) }) : t('factors.totp.off')}
      >
        <Button variant="default" onClick={() => setTask(isOn ? 'remove' : 'add')}>
          {t(isOn ? 'factors.totp.remove' : 'factors.totp.add')}
        </Button>
      </FactorState>
      <TotpDialog opened={task === 'add'} onAdded={onAdded} onClose={close} />
      <ConfirmDialog
        opened={task === 'remove'}
        onClose={close}
        title={t('factors.totp.removeTitle')}
        confirmLabel={t('factors.totp.remove')}
        errorTitle={t('factors.totp.removeFailed')}
        danger
        onConfirm={async () => {
          await removeTotp()
          toast('success', t('factors.totp.removed'))
        }}
      >
        {t('factors.totp.removeDetail')} {isLast && t('factors.lastDetail')}
      </ConfirmDialog>
    </FactorPart>
  )
}
