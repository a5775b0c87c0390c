import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import '../texts/accounts.ts'
import { PasswordField } from '../ui/PasswordField.tsx'
import type { KnownOwner } from './passwordCheck.ts'
import { PasswordMeter } from './PasswordMeter.tsx'

interface NewPasswordFieldsProps<Values> {
  form: UseFormReturnType<Values>
  /** What the meter knows about the user in addition to the form's fields. */
  known: KnownOwner
  label: string
  repeatLabel: string
  /** Marks the fields as required, for forms with optional fields. */
  marked?: boolean
}

/** Shows a new password, typed twice, with its rules. */
export function NewPasswordFields<Values extends KnownOwner & { password: string }>({
  form,
  known,
  label,
  repeatLabel,
  marked = false,
}: NewPasswordFieldsProps<Values>) {
  const { t } = useTranslation()
  return (
    <>
      <div>
        <PasswordField
          label={label}
          description={t('accounts.fields.passwordRules')}
          required
          withAsterisk={marked}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <PasswordMeter
          password={form.values.password}
          known={{ ...known, ...form.values }}
          isRefused={Boolean(form.errors['password'])}
        />
      </div>
      <PasswordField
        label={repeatLabel}
        required
        withAsterisk={marked}
        autoComplete="new-password"
        {...form.getInputProps('password_confirmation')}
      />
    </>
  )
}
