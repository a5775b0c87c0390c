import { Button, Group, Stack, Text } from '@mantine/core'
import type { PendingSignIn, SecondFactorInput } from '@trestle/domain/accounts/factors/contract.ts'
import type { FactorMethod } from '@trestle/domain/accounts/factors/rules.ts'
import { useEffect, useRef, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { useFlags } from '../../http/session.ts'
import '../../texts/factors.ts'
import { TextLink } from '../../ui/Link.tsx'
import { RecoveryCodeForm, TotpForm } from './CodeForm.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { PasskeyNote, useCanUsePasskeys } from './PasskeyNote.tsx'

interface SecondFactorStepProps {
  pending: PendingSignIn
  onFinish: (factor: SecondFactorInput) => Promise<unknown>
  onStartOver: () => void
}

/** The second step of a sign-in: any of the account's factors. */
export function SecondFactorStep({ pending: { methods }, onFinish, onStartOver }: SecondFactorStepProps) {
  const { t } = useTranslation()
  const [usesRecovery, setUsesRecovery] = useState(methods.every((method) => method === 'recovery_code'))
  const canUsePasskeys = useCanUsePasskeys()
  const step = useRef<HTMLDivElement>(null)
  // The focused element is gone: the password form, or the button that switches between factors.
  useEffect(
    () => step.current?.querySelector<HTMLElement>('[data-autofocus], button')?.focus(),
    [usesRecovery],
  )
  const has = (method: FactorMethod) => methods.includes(method)
  const shell = { submitLabel: t('factors.signIn.submit'), errorTitle: t('factors.signIn.failed') }
  const finish = async (factor: SecondFactorInput): Promise<void> => void (await onFinish(factor))
  return (
    <Stack ref={step} gap="md">
      {has('passkey') && !usesRecovery && (
        <>
          {canUsePasskeys && (
            <PasskeyButton purpose="second_factor" isPrimary onPasskey={(passkey) => finish({ passkey })} />
          )}
          <PasskeyNote />
        </>
      )}
      {has('totp') && !usesRecovery && <TotpForm {...shell} onSubmit={(totp) => finish({ totp })} />}
      {usesRecovery && (
        <RecoveryCodeForm {...shell} onSubmit={(recovery_code) => finish({ recovery_code })} />
      )}
      <Group gap="md">
        {has('recovery_code') && !usesRecovery && (
          <Button variant="default" onClick={() => setUsesRecovery(true)}>
            {t('factors.signIn.useRecoveryCode')}
          </Button>
        )}
        {usesRecovery && (
          <Button variant="default" onClick={() => setUsesRecovery(false)}>
            {t('factors.signIn.back')}
          </Button>
        )}
        <Button variant="default" onClick={onStartOver}>
          {t('factors.signIn.startOver')}
        </Button>
      </Group>
      <LostFactors />
    </Stack>
  )
}

function LostFactors() {
  const { t } = useTranslation()
  const { support_url } = useFlags()
  return (
    <Text size="sm" c="dimmed">
      <Trans
        i18nKey="factors.signIn.lost"
        components={{ support: <TextLink href={support_url}>{t('shell.support')}</TextLink> }}
      />
    </Text>
  )
}
