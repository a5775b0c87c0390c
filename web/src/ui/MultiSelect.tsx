import { MultiSelect as MantineMultiSelect, type MultiSelectProps } from '@mantine/core'
import { useState } from 'react'
import { readOnlyLook } from './readOnlyLook.ts'

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
      searchValue={search}
      onSearchChange={setSearch}
      clearSearchOnChange={search !== ''}
    />
  )
}
