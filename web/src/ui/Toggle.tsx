import { Switch, type SwitchProps } from '@mantine/core'

interface ToggleProps extends Omit<SwitchProps, 'onChange' | 'checked' | 'label'> {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** On or off, at once: for a choice that waits for Save use a checkbox. */
export function Toggle({ onChange, ...rest }: ToggleProps) {
  return <Switch {...rest} onChange={(event) => onChange(event.currentTarget.checked)} />
}
