import { Select } from '@mantine/core'
import type { LazyMultiSelectProps } from './LazyMultiSelect.tsx'
import type { LazySelectProps } from './LazySelect.tsx'
import type { LoadedPickerProps } from './LazyPicker.tsx'
import { MultiSelect } from './MultiSelect.tsx'
import { readOnlyLook } from './readOnlyLook.ts'

export const LoadedSelect = ({ props }: LoadedPickerProps<LazySelectProps>) => (
  <Select {...props} classNames={readOnlyLook(props)} />
)

export const LoadedMultiSelect = ({ props, typed }: LoadedPickerProps<LazyMultiSelectProps>) => (
  <MultiSelect {...props} defaultSearchValue={typed} />
)
