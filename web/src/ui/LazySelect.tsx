import { ComboboxChevron, TextInput, type SelectProps } from '@mantine/core'
import { closedCombobox, lazyPicker, type PickerPlaceholderProps } from './LazyPicker.tsx'
import { readOnlyLook } from './readOnlyLook.ts'

type Shared = 'label' | 'description' | 'required' | 'readOnly' | 'error' | 'placeholder' | 'onBlur'

export interface LazySelectProps extends Pick<SelectProps, Shared | 'allowDeselect' | 'renderOption'> {
  data: { value: string; label: string }[]
  value: string | null
  onChange: (value: string | null) => void
  'data-path'?: string
}

function SelectPlaceholder(props: LazySelectProps & PickerPlaceholderProps) {
  const { label, description, required = false, error, placeholder, data, value, onBlur } = props
  return (
    <TextInput
      {...{ label, description, required, error, placeholder, onBlur }}
      {...closedCombobox}
      classNames={readOnlyLook(props)}
      readOnly
      pointer
      value={data.find((option) => option.value === value)?.label ?? ''}
      data-path={props['data-path']}
      rightSection={<ComboboxChevron size="sm" error={error} />}
      rightSectionPointerEvents="none"
    />
  )
}

/** A select whose code loads after the page is shown. */
export const LazySelect = lazyPicker<LazySelectProps>(
  () => import('./LoadedSelects.tsx').then((m) => m.LoadedSelect),
  SelectPlaceholder,
)
