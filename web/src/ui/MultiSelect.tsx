import {
  MultiSelect as MantineMultiSelect,
  type ComboboxParsedItem,
  type MultiSelectProps,
  type OptionsFilter,
} from '@mantine/core'
import { useState } from 'react'
import { readOnlyLook } from './readOnlyLook.ts'

/** Finds the options that contain what was typed, and shows those first that begin with it. */
const filterOptions: OptionsFilter = ({ options, search }) => {
  const typed = search.trim().toLowerCase()
  const labelOf = (option: ComboboxParsedItem) => ('label' in option ? option.label.toLowerCase() : '')
  const begins = (option: ComboboxParsedItem) => Number(labelOf(option).startsWith(typed))
  return options
    .filter((option) => labelOf(option).includes(typed))
    .toSorted((one, other) => begins(other) - begins(one))
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
