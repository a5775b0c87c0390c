import { CloseButton, Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { maxSearch } from '@trestle/domain/http/paging.ts'
import { useRef, useState, type ChangeEvent, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Boundary } from './Boundary.tsx'
import { searchDebounceMs } from './SearchBox.tsx'
import { LiveRegion } from './LiveRegion.tsx'
import { useFirstMatch } from './useFirstMatch.ts'

export interface PickerOption {
  value: string
  label: string
  /** A second line, such as an email address. */
  detail?: string
}

export interface AsyncPickerProps {
  label: string
  value: PickerOption | null
  onChange: (option: PickerOption | null) => void
  /** Loads the options; the caller knows the endpoint, and whether it takes `search` or `filters[search]`. */
  load: (search: string, signal: AbortSignal) => Promise<PickerOption[]>
  /** Returns the option for text that was typed but not picked. Without it, the text is dropped on blur. */
  typedOption?: (text: string) => PickerOption | null
  description?: ReactNode
  placeholder?: string
  error?: ReactNode
  /** The field's path in the form, for links from the error summary. */
  path?: string
  required?: boolean
  disabled?: boolean
  /** Whether it is the first field of a dialog, which gets the initial focus. */
  takesFocus?: true
  width?: number | string
}

type Options =
  | { state: 'idle' | 'loading' | 'failed' }
  | { state: 'ready'; search: string; loaded: PickerOption[] }

/** Loads the options and aborts older requests, so that a late reply never replaces a newer one. */
function useOptions(load: AsyncPickerProps['load']) {
  const [options, setOptions] = useState<Options>({ state: 'idle' })
  const running = useRef<AbortController | null>(null)
  const ask = async (search: string) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setOptions({ state: 'loading' })
    try {
      const loaded = await load(search, controller.signal)
      if (!controller.signal.aborted) setOptions({ state: 'ready', search, loaded })
    } catch {
      if (!controller.signal.aborted) setOptions({ state: 'failed' })
    }
  }
  return { options, ask }
}

function noteFor(options: Options, count: number): 'pickerSearching' | 'pickerFailed' | 'pickerEmpty' | null {
  if (options.state === 'loading') return 'pickerSearching'
  if (options.state === 'failed') return 'pickerFailed'
  return options.state === 'ready' && count === 0 ? 'pickerEmpty' : null
}

function optionFor(
  text: string,
  shown: PickerOption[],
  typedOption: AsyncPickerProps['typedOption'] = () => null,
): PickerOption | null {
  if (text === '') return null
  return shown.find(({ value }) => value === text) ?? typedOption(text)
}

/**
 * Searches once typing pauses, or immediately on Enter. Enter picks the first match, not an option from the previous
 * search.
 */
function usePickerSearch(load: AsyncPickerProps['load']) {
  const { options, ask } = useOptions(load)
  const [typed, setTyped] = useState<string | null>(null)
  const askLater = useDebouncedCallback((search: string) => void ask(search), searchDebounceMs)
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setTyped(null)
    },
    onDropdownOpen: () => void ask(''),
  })
  const search = typed?.trim() ?? ''
  const isFound = options.state === 'ready' && options.search === search
  const { ref, onKeyDown } = useFirstMatch(isFound ? search : '')
  const inputProps = {
    ref,
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      onKeyDown(event)
      if (event.key === 'Enter') askLater.flush()
    },
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      setTyped(currentTarget.value)
      combobox.resetSelectedOption()
      combobox.openDropdown()
      askLater(currentTarget.value.trim())
    },
    onClick: () => combobox.openDropdown(),
  }
  return { combobox, options, search, typed, inputProps }
}

export function AsyncPicker(props: AsyncPickerProps) {
  const { label, value, onChange, load, typedOption, disabled = false, required = false, width } = props
  const { t } = useTranslation()
  const { combobox, options, search, typed, inputProps } = usePickerSearch(load)
  const shown = options.state === 'ready' ? options.loaded : []
  const note = noteFor(options, shown.length)

  const pick = (picked: string) => {
    onChange(shown.find((option) => option.value === picked) ?? null)
    combobox.closeDropdown()
  }

  const leave = () => {
    const option = optionFor(search, shown, typedOption)
    if (option) onChange(option)
    combobox.closeDropdown()
  }

  return (
    <Combobox store={combobox} onOptionSubmit={pick}>
      <Combobox.Target withExpandedAttribute autoComplete="off">
        <TextInput
          aria-autocomplete="list"
          label={label}
          description={props.description}
          placeholder={props.placeholder ?? t('ui.search')}
          error={props.error}
          data-path={props.path}
          required={required}
          disabled={disabled}
          data-autofocus={props.takesFocus}
          {...(width !== undefined && { w: width })}
          value={typed ?? value?.label ?? ''}
          maxLength={maxSearch}
          {...inputProps}
          onBlur={leave}
          rightSection={<End value={value} disabled={disabled} onClear={() => onChange(null)} />}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Boundary>
          <Combobox.Options aria-label={label} mah={280} style={{ overflowY: 'auto' }}>
            {shown.map((option) => (
              <Combobox.Option key={option.value} value={option.value} active={option.value === value?.value}>
                {option.label}
                {option.detail && <small>{option.detail}</small>}
              </Combobox.Option>
            ))}
          </Combobox.Options>
          <LiveRegion>{note ? t(`ui.${note}`) : ''}</LiveRegion>
          {note && <Combobox.Empty>{t(`ui.${note}`)}</Combobox.Empty>}
        </Boundary>
      </Combobox.Dropdown>
    </Combobox>
  )
}

interface EndProps {
  value: PickerOption | null
  disabled: boolean
  onClear: () => void
}

function End({ value, disabled, onClear }: EndProps) {
  const { t } = useTranslation()
  if (!value || disabled) return <Combobox.Chevron />
  return <CloseButton aria-label={t('ui.pickerRemove', { label: value.label })} onClick={onClear} />
}
