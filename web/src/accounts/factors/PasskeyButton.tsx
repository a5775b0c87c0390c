import { Button, Stack } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import type { PasskeyAnswer } from '@trestle/domain/accounts/factors/contract.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../../texts/factors.ts'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { toFailure } from '../../ui/failure.ts'
import { useHoldOpen } from '../../ui/openDialog.ts'
import { askForPasskey } from './passkeys.ts'
import type { PasskeyPurpose } from '../visitorCalls.ts'

interface PasskeyButtonProps {
  purpose: PasskeyPurpose
  onPasskey: (passkey: PasskeyAnswer) => Promise<unknown>
  /** The most likely way to continue. */
  isPrimary?: boolean
}

/** Asks the browser for a passkey, and shows why it was not accepted. */
export function PasskeyButton({ purpose, onPasskey, isPrimary = false }: PasskeyButtonProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const [error, setError] = useState<unknown>(null)
  useHoldOpen(isAsking)
  const ask = async () => {
    setAsking(true)
    setError(null)
    await askForPasskey(purpose).then(onPasskey).catch(setError)
    setAsking(false)
  }
  return (
    <Stack gap="sm">
      <ErrorBanner
        title={t('factors.signIn.passkeyFailed')}
        error={error ? toFailure(error) : null}
        onClose={() => setError(null)}
      />
      <Button
        variant={isPrimary ? 'filled' : 'default'}
        leftSection={<IconFingerprint size="1.125rem" aria-hidden />}
        loading={isAsking}
        onClick={() => void ask()}
      >
        {t('factors.signIn.withPasskey')}
      </Button>
    </Stack>
  )
}
