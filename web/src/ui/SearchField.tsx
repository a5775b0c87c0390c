import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { maxSearch } from '@trestle/domain/http/paging.ts'
import { useTranslation } from 'react-i18next'

interface SearchFieldProps {
  name: string
  /** The applied search. */
  value: string
  label: string
  placeholder: string
}

/** The search of a form on a static page; looks like a `SearchBox`. */
export function SearchField({ name, value, label, placeholder }: SearchFieldProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      type="search"
      name={name}
      aria-label={label}
      placeholder={placeholder}
      defaultValue={value}
      maxLength={maxSearch}
      leftSection={<IconSearch size="1rem" aria-hidden />}
      rightSection={value === '' ? null : <CloseButton aria-label={t('ui.clearSearch')} data-clear={name} />}
    />
  )
}
