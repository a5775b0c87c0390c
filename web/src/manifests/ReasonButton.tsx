import { Button, Text, type ButtonProps } from '@mantine/core'
import { useId, type ComponentPropsWithRef } from 'react'
import classes from './ReasonButton.module.css'

type ReasonButtonProps = ButtonProps &
  Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> & {
    /** Why the button is disabled; null when it is enabled. */
    reason: string | null
  }

/** Shows a button that stays visible while disabled, with the reason. */
export function ReasonButton({ reason, ...button }: ReasonButtonProps) {
  const reasonId = useId()
  return (
    <span className={classes['group']}>
      <Button
        {...button}
        disabled={reason !== null}
        aria-describedby={reason === null ? undefined : reasonId}
      />
      {reason !== null && (
        <Text id={reasonId} component="span" size="xs" c="dimmed" className={classes['reason'] ?? ''}>
          {reason}
        </Text>
      )}
    </span>
  )
}
