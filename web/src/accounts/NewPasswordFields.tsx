import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { PasswordField } from '../ui/PasswordField.tsx'

interface NewPasswordFieldsProps<Values> {
  form: UseFormReturnType<Values>
  label: string
  repeatLabel: string
  /** In a form where only some fields are required. */
  marked?: boolean
}

/** A new password, typed twice, with the rules it is held to. */
export function NewPasswordFields<Values>({
  form,
  label,
  repeatLabel,
  marked = false,
}: NewPasswordFieldsProps<Values>) {
  const { t } = useTranslation()
  return (
    <>
      <PasswordField
        label={label}
        description={t('accounts.fields.passwordRules')}
        required
        withAsterisk={marked}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
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
