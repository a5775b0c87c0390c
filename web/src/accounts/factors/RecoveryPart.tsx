import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { SecondFactors } from '@trestle/domain/accounts/factors/contract.ts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOneTimeCall } from '../../shared/useOneTimeCall.ts'
import '../../texts/factors.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { toFailure } from '../../ui/failure.ts'
import { lazyOverlay } from '../../ui/LazyOverlay.tsx'
import { FactorPart, FactorState } from './FactorPart.tsx'
import { createRecoveryCodes } from './queries.ts'
import type { RecoveryCodesDialogProps } from './RecoveryCodesDialog.tsx'

const RecoveryCodesDialog = lazyOverlay<RecoveryCodesDialogProps>(() =>
  import('./RecoveryCodesDialog.tsx').then((m) => m.RecoveryCodesDialog),
)

interface RecoveryPartProps {
  factors: SecondFactors
  /** Asks whether to create codes after the first factor is added. */
  isOffered: boolean
  onAnswered: () => void
}

/** Shows how many recovery codes are left, and new ones once. */
export function RecoveryPart({ factors, isOffered, onAnswered }: RecoveryPartProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const [codes, setCodes] = useState<string[]>([])
  const [isShown, setShown] = useState(false)
  const create = useRef<HTMLButtonElement>(null)
  const make = useOneTimeCall(async () => {
    // The codes can't be shown again, so the dialog must load first.
    await RecoveryCodesDialog.preload()
    setCodes(await createRecoveryCodes())
    setShown(true)
  })
  const creating = useMutation({ mutationFn: make })
  const { passkeys, totp_confirmed_at, recovery_codes_left: left } = factors
  const hasFactor = passkeys > 0 || totp_confirmed_at !== null
  const state = left > 0 ? t('factors.recovery.left', { count: left }) : t('factors.recovery.none')
  return (
    <FactorPart title={t('factors.recovery.title')} detail={t('factors.recovery.detail')}>
      <ErrorBanner
        title={t('factors.recovery.failed')}
        error={creating.error && toFailure(creating.error)}
        onClose={creating.reset}
      />
      <FactorState state={hasFactor ? state : t('factors.recovery.needFactor')}>
        <Button
          ref={create}
          variant="default"
          disabled={!hasFactor}
          loading={creating.isPending}
          onClick={() => (left > 0 ? setAsking(true) : creating.mutate())}
        >
          {t(left > 0 ? 'factors.recovery.replace' : 'factors.recovery.create')}
        </Button>
      </FactorState>
      <ConfirmDialog
        opened={isOffered}
        onClose={onAnswered}
        title={t('factors.recovery.offerTitle')}
        confirmLabel={t('factors.recovery.create')}
        cancelLabel={t('factors.recovery.notNow')}
        errorTitle={t('factors.recovery.failed')}
        onConfirm={make}
      >
        {t('factors.recovery.offerDetail')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('factors.recovery.replaceTitle')}
        confirmLabel={t('factors.recovery.replace')}
        errorTitle={t('factors.recovery.failed')}
        onConfirm={make}
      >
        {t('factors.recovery.replaceDetail')}
      </ConfirmDialog>
      <RecoveryCodesDialog
        opened={isShown}
        codes={codes}
        onClose={() => setShown(false)}
        onClosed={() => {
          setCodes([])
          // It lost focus while it was busy, so the dialog can't return the focus.
          create.current?.focus()
        }}
      />
    </FactorPart>
  )
}
