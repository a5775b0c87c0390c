import { Stack, Text } from '@mantine/core'
import { PasswordProof } from '@trestle/domain/accounts/contract.ts'
import type { ConfirmationMethod } from '@trestle/domain/http/confirmation.ts'
import { useTranslation } from 'react-i18next'
import { useConfirmationMethods } from '../http/confirmation.ts'
import { useSession } from '../http/session.ts'
import '../texts/accounts.ts'
import '../texts/factors.ts'
import { CancelButton } from '../ui/CancelButton.tsx'
import { DialogFooter } from '../ui/DialogFooter.tsx'
import { FormShell } from '../ui/FormShell.tsx'
import { Modal } from '../ui/Modal.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { useLast } from '../ui/useLast.ts'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { TotpForm } from './factors/CodeForm.tsx'
import { PasskeyButton } from './factors/PasskeyButton.tsx'
import { PasskeyNote, useCanUsePasskeys } from './factors/PasskeyNote.tsx'
import { confirmAndContinue } from './queries.ts'

export interface ConfirmIdentityDialogProps {
  opened: boolean
  onClose: () => void
}

export function ConfirmIdentityDialog({ opened, onClose }: ConfirmIdentityDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal opened={opened} onClose={onClose} title={t('accounts.confirmIdentity.title')} size="sm" onTop>
      <Confirmation />
    </Modal>
  )
}

function Confirmation() {
  const asked = useConfirmationMethods()
  // While the dialog closes, no call is asking anymore.
  const methods = useLast(asked.length > 0 ? asked : null) ?? []
  return methods.includes('password') ? <PasswordConfirmation /> : <FactorConfirmation methods={methods} />
}

function FactorConfirmation({ methods }: { methods: readonly ConfirmationMethod[] }) {
  const { t } = useTranslation()
  const canUsePasskeys = useCanUsePasskeys()
  const cancel = <CancelButton>{t('accounts.confirmIdentity.cancel')}</CancelButton>
  return (
    <Stack gap="md">
      <Text>{t('factors.confirm.withFactor')}</Text>
      {/* A sign-in counts as a confirmation, and is the only one that takes recovery codes. */}
      <Text size="sm" c="dimmed">
        {t('factors.confirm.lost')}
      </Text>
      {methods.includes('passkey') && (
        <>
          {canUsePasskeys && (
            <PasskeyButton
              purpose="confirmation"
              isPrimary
              onPasskey={(passkey) => confirmAndContinue({ passkey })}
            />
          )}
          <PasskeyNote />
        </>
      )}
      {methods.includes('totp') ? (
        <TotpForm
          submitLabel={t('accounts.confirmIdentity.submit')}
          errorTitle={t('accounts.confirmIdentity.failed')}
          onSubmit={(totp) => confirmAndContinue({ totp })}
          cancel={cancel}
        />
      ) : (
        <DialogFooter>{cancel}</DialogFooter>
      )}
    </Stack>
  )
}

function PasswordConfirmation() {
  const { t } = useTranslation()
  const email = useSession().developer?.email ?? ''
  const form = useSchemaForm(PasswordProof, { password: '' })
  return (
    <Stack gap="md">
      <Text>{t('accounts.confirmIdentity.withPassword')}</Text>
      <FormShell
        form={form}
        labels={{ password: t('accounts.fields.password') }}
        onSubmit={confirmAndContinue}
        submitLabel={t('accounts.confirmIdentity.submit')}
        needsChange={false}
        requiredNote={false}
        errorTitle={t('accounts.confirmIdentity.failed')}
        cancel={<CancelButton>{t('accounts.confirmIdentity.cancel')}</CancelButton>}
      >
        {/* Password managers find the password of this account. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={t('accounts.fields.password')}
          required
          withAsterisk={false}
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
      </FormShell>
    </Stack>
  )
}
