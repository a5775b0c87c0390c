import { Stack } from '@mantine/core'
import type { Developer } from '@trestle/domain/accounts/contract.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFlags } from '../http/session.ts'
import { LeaveGuard } from '../shared/LeaveGuard.tsx'
import '../texts/accounts.ts'
import { Banner } from '../ui/Banner.tsx'
import { FormShell } from '../ui/FormShell.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { accountSchema } from './lazySchema.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { withPasswordCheck } from './passwordCheck.ts'
import { changePassword } from './queries.ts'

const empty = { current_password: '', password: '', password_confirmation: '' }

export function PasswordForm({ developer }: { developer: Developer }) {
  const { t } = useTranslation()
  const [isChanged, setChanged] = useState(false)
  const { platform_name } = useFlags()
  const known = { ...developer, platform_name }
  const schema = accountSchema((schemas) => withPasswordCheck(schemas.changePassword.body, known))
  const form = useSchemaForm(schema, empty)
  const labels = {
    current_password: t('accounts.fields.currentPassword'),
    password: t('accounts.fields.newPassword'),
    password_confirmation: t('accounts.fields.repeatNewPassword'),
  }
  return (
    <Stack gap="md">
      {isChanged && (
        <Banner
          tone="success"
          announce
          title={t('accounts.account.passwordChanged')}
          onClose={() => setChanged(false)}
        />
      )}
      <FormShell
        form={form}
        labels={labels}
        onSubmit={async (values) => {
          setChanged(false)
          await changePassword(values)
          form.reset()
          setChanged(true)
        }}
        submitLabel={t('accounts.account.changePassword')}
        errorTitle={t('accounts.account.passwordFailed')}
        disabledReason={form.isDirty() ? null : t('accounts.account.passwordMissing')}
        requiredNote={false}
      >
        {/* Password managers store the new password under this name. */}
        <input type="email" name="username" autoComplete="username" value={developer.email} readOnly hidden />
        <PasswordField
          label={labels.current_password}
          required
          withAsterisk={false}
          autoComplete="current-password"
          {...form.getInputProps('current_password')}
        />
        <NewPasswordFields
          form={form}
          known={known}
          label={labels.password}
          repeatLabel={labels.password_confirmation}
        />
      </FormShell>
      <LeaveGuard unsaved={form.isDirty()} />
    </Stack>
  )
}
