import { Checkbox, SimpleGrid, Text, TextInput } from '@mantine/core'
import { Registration } from '@trestle/domain/accounts/contract.ts'
import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { useFlags } from '../http/session.ts'
import { paths } from '../paths.ts'
import { FormShell } from '../ui/FormShell.tsx'
import { TextLink } from '../ui/Link.tsx'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
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

interface RegistrationFormProps {
  /** The email to prefill; empty if unknown. */
  email: string
  onSubmit: (values: typeof empty) => Promise<void>
}

export function RegistrationForm({ email, onSubmit }: RegistrationFormProps) {
  const { t } = useTranslation()
  const { platform_name } = useFlags()
  const known = { platform_name }
  const form = useSchemaForm(withPasswordCheck(Registration, known), { ...empty, email })
  const labels = {
    first_name: t('accounts.fields.firstName'),
    last_name: t('accounts.fields.lastName'),
    email: t('accounts.fields.email'),
    company_name: t('accounts.fields.company'),
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
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={labels.first_name}
          required
          autoComplete="given-name"
          {...form.getInputProps('first_name')}
        />
        <TextInput
          label={labels.last_name}
          required
          autoComplete="family-name"
          {...form.getInputProps('last_name')}
        />
      </SimpleGrid>
      <TextInput
        type="email"
        label={labels.email}
        required
        autoComplete="username"
        {...form.getInputProps('email')}
      />
      <TextInput
        label={labels.company_name}
        autoComplete="organization"
        {...form.getInputProps('company_name')}
      />
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
