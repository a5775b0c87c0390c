import { ComboboxChevron, Pill, PillsInput, type MultiSelectProps } from '@mantine/core'
import { closedCombobox, lazyPicker, type PickerPlaceholderProps } from './LazyPicker.tsx'
import { readOnlyLook } from './readOnlyLook.ts'

type Shared = 'label' | 'description' | 'required' | 'readOnly' | 'error' | 'onBlur' | 'onDropdownOpen'

export interface LazyMultiSelectProps extends Pick<MultiSelectProps, Shared> {
  data: { value: string; label: string }[]
  value: string[]
  onChange: (value: string[]) => void
  'data-path'?: string
}

function MultiSelectPlaceholder(props: LazyMultiSelectProps & PickerPlaceholderProps) {
  const {
    label,
    description,
    required = false,
    error,
    readOnly = false,
    data,
    value,
    onBlur,
    typed,
    onTyped,
  } = props
  const labelFor = (chosen: string) => data.find((option) => option.value === chosen)?.label ?? chosen
  return (
    <PillsInput
      {...{ label, description, required, error }}
      classNames={readOnlyLook(props)}
      rightSection={<ComboboxChevron size="sm" error={error} />}
      rightSectionPointerEvents="none"
    >
      <Pill.Group>
        {value.map((chosen) => (
          <Pill key={chosen} withRemoveButton={!readOnly}>
            {labelFor(chosen)}
          </Pill>
        ))}
        <PillsInput.Field
          {...closedCombobox}
          data-path={props['data-path']}
          readOnly={readOnly}
          value={typed}
          onChange={({ currentTarget }) => onTyped(currentTarget.value)}
          onBlur={onBlur}
        />
      </Pill.Group>
    </PillsInput>
  )
}

/** A searchable select of several options whose code loads after the page is shown. */
export const LazyMultiSelect = lazyPicker<LazyMultiSelectProps>(
  () => import('./LoadedSelects.tsx').then((m) => m.LoadedMultiSelect),
  MultiSelectPlaceholder,
)
