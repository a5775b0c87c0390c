import { MultiSelect as MantineMultiSelect, type MultiSelectProps } from '@mantine/core'
import { useState } from 'react'
import { filterOptions } from './matches.ts'
import { readOnlyLook } from './readOnlyLook.ts'
import { useFirstMatch } from './useFirstMatch.ts'

type Fixed = 'searchable' | 'searchValue' | 'onSearchChange' | 'clearSearchOnChange' | 'hidePickedOptions'

/**
 * A searchable select of several options. Enter picks the first match. After a choice by keyboard, the arrows
 * continue from there. Clearing the search or hiding the chosen option would start again at the first option, so the
 * search is cleared only if there is one, and chosen options stay listed and are marked.
 */
export function MultiSelect({ defaultSearchValue = '', ...props }: Omit<MultiSelectProps, Fixed>) {
  const [search, setSearch] = useState(defaultSearchValue)
  return (
    <MantineMultiSelect
      {...props}
      {...useFirstMatch(search.trim())}
      classNames={readOnlyLook(props)}
      searchable
      filter={filterOptions}
      searchValue={search}
      onSearchChange={setSearch}
      clearSearchOnChange={search !== ''}
    />
  )
}
