import { Select, type ComboboxItem, type SelectProps } from '@mantine/core'
import { foldText } from '@trestle/domain/text/foldText.ts'
import { useState, type FocusEvent } from 'react'
import { filterOptions } from './matches.ts'
import { readOnlyLook } from './readOnlyLook.ts'
import { useFirstMatch } from './useFirstMatch.ts'

export interface SearchableSelectProps extends Pick<
  SelectProps,
  'label' | 'required' | 'readOnly' | 'error' | 'onBlur'
> {
  data: ComboboxItem[]
  value: string | null
  onChange: (value: string | null) => void
  'data-path'?: string
}

/** A select of one option by typing. Enter picks the first match, and an option typed in full needs no Enter. */
export function SearchableSelect(props: SearchableSelectProps) {
  const { data, value, onChange, onBlur } = props
  const labelOf = (chosen: string | null) => data.find((option) => option.value === chosen)?.label ?? ''
  const [search, setSearch] = useState(labelOf(value))
  // The label of the choice isn't a search. Mantine shows all options for it.
  const isChoice = search === labelOf(value)
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    const typed = foldText(event.currentTarget.value.trim())
    const named = data.find(({ label }) => foldText(label) === typed)
    if (named && named.value !== value) onChange(named.value)
    onBlur?.(event)
  }
  return (
    <Select
      {...props}
      {...useFirstMatch(isChoice ? '' : search.trim())}
      classNames={readOnlyLook(props)}
      searchable
      filter={filterOptions}
      allowDeselect={false}
      searchValue={search}
      onSearchChange={setSearch}
      // Mantine keeps the typed text if the same option is chosen again.
      onOptionSubmit={(chosen) => setSearch(labelOf(chosen))}
      onBlur={leave}
    />
  )
}
