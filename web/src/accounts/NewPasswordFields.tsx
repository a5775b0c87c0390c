import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { PasswordField } from '../ui/PasswordField.tsx'

interface NewPasswordFieldsProps<Values> {
  form: UseFormReturnType<Values>
  label: string
  repeatLabel: string
}

/** A new password, typed twice, with the rules it is held to. */
export function NewPasswordFields<Values>({ form, label, repeatLabel }: NewPasswordFieldsProps<Values>) {
  const { t } = useTranslation()
  return (
    <>
      <PasswordField
        label={label}
        description={t('accounts.fields.passwordRules')}
        required
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      <PasswordField
        label={repeatLabel}
        required
        autoComplete="new-password"
        {...form.getInputProps('password_confirmation')}
      />
    </>
  )
}
