import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'

type DangerButtonProps = ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>

/** Opens the question about an action that takes something away. The dialog's own button is filled. */
export function DangerButton(button: DangerButtonProps) {
  return <Button color="red" variant="outline" {...button} />
}
