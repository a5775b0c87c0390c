import { InputBase, type InputBaseProps } from '@mantine/core'
import type { ComponentProps, CSSProperties } from 'react'
import classes from './GrowingTextarea.module.css'

interface GrowingTextareaProps
  extends InputBaseProps, Omit<ComponentProps<'textarea'>, keyof InputBaseProps> {
  /** Its height when it is empty. */
  minRows: number
  /** The maximum height. Longer text scrolls. */
  maxRows?: number
}

/**
 * A textarea as tall as its text. The browser measures the text itself. Mantine's `autosize` does so in a script,
 * which forces a layout of the whole page at each keystroke, and for each field when a page opens. A browser without
 * `field-sizing` shows the minimum height and lets the user change it.
 */
export function GrowingTextarea({ minRows, maxRows, ...props }: GrowingTextareaProps) {
  const vars = { '--min-rows': minRows, ...(maxRows && { '--max-rows': maxRows }) }
  return (
    <InputBase
      component="textarea"
      multiline
      rows={minRows}
      classNames={{ input: classes['input'] ?? '' }}
      styles={{ wrapper: vars as CSSProperties }}
      {...props}
    />
  )
}
