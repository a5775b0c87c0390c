import { Checkbox, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { useFlags } from '../http/session.ts'
import { paths } from '../paths.ts'
import '../texts/accounts.ts'
import { FormShell } from '../ui/FormShell.tsx'
import { TextLink } from '../ui/Link.tsx'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { signInSchema } from './lazySchema.ts'
import { CompanyField, NameFields, useNameLabels } from './NameFields.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { withPasswordCheck } from './passwordCheck.ts'

const empty = {
  first_name: '',
  last_name: '',
  email: '',
  company_name: '',
  password: '',
  password_confirmation: '',
  terms_accepted: false,
}

/** Opens in a new tab, so that the form keeps its input. The link text comes from the surrounding translation. */
function TermsLink({ children }: { children?: ReactNode }) {
  return (
    <TextLink href={paths.terms()} target="_blank">
      {children}
    </TextLink>
  )
}

export type RegistrationValues = typeof empty

interface RegistrationFormProps {
  /** The values to prefill. */
  initial: Partial<RegistrationValues>
  onSubmit: (values: RegistrationValues) => Promise<void>
}

export function RegistrationForm({ initial, onSubmit }: RegistrationFormProps) {
  const { t } = useTranslation()
  const { platform_name } = useFlags()
  const known = { platform_name }
  const schema = signInSchema((schemas) => withPasswordCheck(schemas.Registration, known))
  const form = useSchemaForm(schema, { ...empty, ...initial })
  const names = useNameLabels()
  const nameFields = { inputProps: form.getInputProps, isOwn: true }
  const labels = {
    first_name: names.first_name,
    last_name: names.last_name,
    email: t('accounts.fields.email'),
    company_name: names.company_name,
    password: t('accounts.fields.password'),
    password_confirmation: t('accounts.fields.repeatPassword'),
    terms_accepted: t('accounts.signUp.termsLabel'),
  }
  return (
    <FormShell
      form={form}
      labels={labels}
      onSubmit={onSubmit}
      submitLabel={t('accounts.signUp.submit')}
      needsChange={false}
      errorTitle={t('accounts.signUp.failed')}
    >
      <NameFields {...nameFields} />
      <TextInput
        type="email"
        label={labels.email}
        required
        autoComplete="username"
        {...form.getInputProps('email')}
      />
      <CompanyField {...nameFields} />
      <NewPasswordFields
        form={form}
        known={known}
        label={labels.password}
        repeatLabel={labels.password_confirmation}
        marked
      />
      <Checkbox
        required
        label={
          <>
            <Trans i18nKey="accounts.signUp.terms" components={{ terms: <TermsLink /> }} />
            <Text span c="var(--mantine-color-error)" aria-hidden>
              {' *'}
            </Text>
          </>
        }
        {...form.getInputProps('terms_accepted', { type: 'checkbox' })}
      />
    </FormShell>
  )
}
