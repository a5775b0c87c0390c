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
  const searchTextFor = (option: ComboboxParsedItem) => ('label' in option ? option.label.toLowerCase() : '')
  const begins = (option: ComboboxParsedItem) => Number(searchTextFor(option).startsWith(typed))
  return options
    .filter((option) => searchTextFor(option).includes(typed))
    .toSorted((one, other) => begins(other) - begins(one))
}

type Fixed = 'searchable' | 'searchValue' | 'onSearchChange' | 'clearSearchOnChange' | 'hidePickedOptions'

/**
 * A searchable select of several options. After a choice by keyboard, the arrows go on from there. Clearing the search or
 * hiding the chosen option would start again at the first one: the search is cleared only if there is one, and chosen
 * options are marked.
 */
export function MultiSelect({ defaultSearchValue = '', ...props }: Omit<MultiSelectProps, Fixed>) {
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
