import { Switch, type SwitchProps } from '@mantine/core'

interface LabeledSwitchProps extends Omit<SwitchProps, 'label'> {
  label: string
}

/** Names the switch by its label alone; Mantine's label element includes the description, which is read separately. */
export function LabeledSwitch({ label, ...rest }: LabeledSwitchProps) {
  return <Switch {...rest} label={label} aria-label={label} />
}
