import { Button, Stack, Text } from '@mantine/core'
import { confirmSession as endpoint } from '@trestle/domain/accounts/contract.ts'
import { useTranslation } from 'react-i18next'
import { confirmation } from '../http/confirmation.ts'
import { useSession } from '../http/session.ts'
import '../texts/accounts.ts'
import { FormShell } from '../ui/FormShell.tsx'
import { Modal } from '../ui/Modal.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { confirmAndContinue } from './queries.ts'

export interface ConfirmIdentityDialogProps {
  opened: boolean
  onClose: () => void
}

export function ConfirmIdentityDialog({ opened, onClose }: ConfirmIdentityDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal opened={opened} onClose={onClose} title={t('accounts.confirmIdentity.title')} size="sm" onTop>
      <PasswordConfirmation />
    </Modal>
  )
}

function PasswordConfirmation() {
  const { t } = useTranslation()
  const email = useSession().developer?.email ?? ''
  const form = useSchemaForm(endpoint.body, { password: '' })
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
        actions={
          <Button variant="default" onClick={confirmation.cancel}>
            {t('accounts.confirmIdentity.cancel')}
          </Button>
        }
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
