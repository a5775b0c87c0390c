import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import '../../texts/factors.ts'
import { signInSchema } from '../lazySchema.ts'
import { FormShell } from '../../ui/FormShell.tsx'
import { useSchemaForm } from '../../ui/useSchemaForm.ts'
import { CodeField } from './CodeField.tsx'

const totpSchema = signInSchema((schemas) => schemas.TotpForm)
const recoveryCodeSchema = signInSchema((schemas) => schemas.RecoveryCodeForm)

interface CodeFormProps {
  submitLabel: string
  errorTitle: string
  onSubmit: (code: string) => Promise<void>
  /** Whether the form is in a dialog. */
  cancel?: ReactNode
}

/** Asks for a code of the authenticator app. */
export function TotpForm({ onSubmit, ...shell }: CodeFormProps) {
  const { t } = useTranslation()
  const form = useSchemaForm(totpSchema, { totp: '' }, { validatesOnBlur: false })
  const label = t('factors.signIn.totp')
  return (
    <FormShell
      {...shell}
      form={form}
      labels={{ totp: label }}
      onSubmit={({ totp }) => onSubmit(totp)}
      needsChange={false}
      requiredNote={false}
    >
      <CodeField label={label} data-autofocus {...form.getInputProps('totp')} />
    </FormShell>
  )
}

export function RecoveryCodeForm({ onSubmit, ...shell }: CodeFormProps) {
  const { t } = useTranslation()
  const form = useSchemaForm(recoveryCodeSchema, { recovery_code: '' }, { validatesOnBlur: false })
  const label = t('factors.signIn.recoveryCode')
  return (
    <FormShell
      {...shell}
      form={form}
      labels={{ recovery_code: label }}
      onSubmit={({ recovery_code }) => onSubmit(recovery_code)}
      needsChange={false}
      requiredNote={false}
    >
      <TextInput
        label={label}
        description={t('factors.signIn.recoveryHint')}
        required
        withAsterisk={false}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('recovery_code')}
      />
    </FormShell>
  )
}
