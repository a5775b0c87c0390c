import { SimpleGrid, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import '../texts/accounts.ts'

/** Returns the labels of a person's name fields. */
export function useNameLabels() {
  const { t } = useTranslation()
  return {
    first_name: t('accounts.fields.firstName'),
    last_name: t('accounts.fields.lastName'),
    company_name: t('accounts.fields.company'),
  }
}

interface FieldProps {
  inputProps: (field: keyof ReturnType<typeof useNameLabels>) => GetInputPropsReturnType
  /** Browsers fill in only the user's own name. */
  isOwn: boolean
}

export function NameFields({ inputProps, isOwn }: FieldProps) {
  const labels = useNameLabels()
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput
        label={labels.first_name}
        required
        autoComplete={isOwn ? 'given-name' : 'off'}
        {...inputProps('first_name')}
      />
      <TextInput
        label={labels.last_name}
        required
        autoComplete={isOwn ? 'family-name' : 'off'}
        {...inputProps('last_name')}
      />
    </SimpleGrid>
  )
}

export function CompanyField({ inputProps, isOwn }: FieldProps) {
  const labels = useNameLabels()
  return (
    <TextInput
      label={labels.company_name}
      autoComplete={isOwn ? 'organization' : 'off'}
      {...inputProps('company_name')}
    />
  )
}
