import type { SwitchProps } from '@mantine/core'
import { LabeledSwitch } from './LabeledSwitch.tsx'

interface ToggleProps extends Omit<SwitchProps, 'onChange' | 'checked' | 'label'> {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Shows a switch that takes effect immediately. For choices that wait for Save, use a checkbox. */
export function Toggle({ onChange, ...rest }: ToggleProps) {
  return <LabeledSwitch {...rest} onChange={(event) => onChange(event.currentTarget.checked)} />
}
