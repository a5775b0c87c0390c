import { Select } from '@mantine/core'
import type { LazyMultiSelectProps } from './LazyMultiSelect.tsx'
import type { LazySelectProps } from './LazySelect.tsx'
import type { LoadedPickerProps } from './LazyPicker.tsx'
import { MultiSelect } from './MultiSelect.tsx'

export const LoadedSelect = ({ props }: LoadedPickerProps<LazySelectProps>) => <Select {...props} />

export const LoadedMultiSelect = ({ props, typed }: LoadedPickerProps<LazyMultiSelectProps>) => (
  <MultiSelect {...props} defaultSearchValue={typed} />
)
