import { Button, Stack } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { PasskeyAnswer } from '@trestle/domain/accounts/factors/contract.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/factors.ts'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { toFailure } from '../../ui/failure.ts'
import { askForPasskey } from './passkeys.ts'
import type { PasskeyPurpose } from './queries.ts'

interface PasskeyButtonProps {
  purpose: PasskeyPurpose
  onPasskey: (passkey: PasskeyAnswer) => Promise<unknown>
  /** The most likely way to continue. */
  isPrimary?: boolean
}

/** Asks the browser for a passkey, and shows why it was not accepted. */
export function PasskeyButton({ purpose, onPasskey, isPrimary = false }: PasskeyButtonProps) {
  const { t } = useTranslation()
  const asking = useMutation({ mutationFn: async () => onPasskey(await askForPasskey(purpose)) })
  return (
    <Stack gap="sm">
      <ErrorBanner
        title={t('factors.signIn.passkeyFailed')}
        error={asking.error && toFailure(asking.error)}
        onClose={asking.reset}
      />
      <Button
        variant={isPrimary ? 'filled' : 'default'}
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={asking.isPending}
        onClick={() => asking.mutate()}
      >
        {t('factors.signIn.withPasskey')}
      </Button>
    </Stack>
  )
}
