import {
  defaultOptionsFilter,
  MultiSelect as MantineMultiSelect,
  type ComboboxParsedItem,
  type MultiSelectProps,
  type OptionsFilter,
} from '@mantine/core'
import { useState } from 'react'
import { readOnlyLook } from './readOnlyLook.ts'

/** Shows the options that begin with what was typed before those that only contain it. */
const filterOptions: OptionsFilter = (input) => {
  const typed = input.search.trim().toLowerCase()
  const begins = (option: ComboboxParsedItem) =>
    'label' in option && option.label.toLowerCase().startsWith(typed)
  return defaultOptionsFilter(input).toSorted((one, other) => Number(begins(other)) - Number(begins(one)))
}

/**
 * A searchable select of several options. After a choice by keyboard, the arrows go on from there: clearing the search
 * would start again at the first option, so it is cleared only if there is one.
 */
export function MultiSelect({
  defaultSearchValue = '',
  ...props
}: Omit<MultiSelectProps, 'searchable' | 'searchValue' | 'onSearchChange' | 'clearSearchOnChange'>) {
  const [search, setSearch] = useState(defaultSearchValue)
  return (
    <MantineMultiSelect
      {...props}
      classNames={readOnlyLook(props)}
      searchable
      filter={filterOptions}
      searchValue={search}
      onSearchChange={setSearch}
      clearSearchOnChange={search !== ''}
    />
  )
}
