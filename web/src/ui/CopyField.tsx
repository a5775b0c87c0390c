import type { ClipboardEvent } from 'react'
import { clsx } from './clsx.ts'
import { CopyButton } from './CopyButton.tsx'
import classes from './CopyField.module.css'
import { GrowingTextarea } from './GrowingTextarea.tsx'

interface CopyFieldProps {
  label: string
  value: string
  /** Shows the value in groups of this many characters, for someone who types it. A copy has no spaces. */
  groupOf?: number
  /** Gets the initial focus of a dialog. */
  focusedFirst?: boolean
  /** Called when the whole value is copied, with the button or the keyboard. */
  onCopied?: () => void
}

const toGroups = (value: string, size: number) =>
  value.match(new RegExp(`.{1,${size}}`, 'gu'))?.join(' ') ?? value

/** Shows a value to copy, wrapped so that all of it is visible at any width. */
export function CopyField({ label, value, groupOf, focusedFirst = false, onCopied }: CopyFieldProps) {
  const shown = groupOf === undefined ? value : toGroups(value, groupOf)
  const copiedByKeys = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { selectionStart: start, selectionEnd: end } = event.currentTarget
    if (groupOf !== undefined) {
      event.preventDefault()
      event.clipboardData.setData('text/plain', shown.slice(start, end).replaceAll(' ', ''))
    }
    if (start === 0 && end === shown.length) onCopied?.()
  }
  return (
    <div className={classes['field']}>
      <GrowingTextarea
        className={clsx(classes['code'], groupOf !== undefined && classes['groups'])}
        label={label}
        value={shown}
        minRows={1}
        readOnly
        spellCheck={false}
        autoComplete="off"
        data-autofocus={focusedFirst || undefined}
        onFocus={(event) => event.currentTarget.select()}
        onCopy={copiedByKeys}
      />
      <CopyButton value={value} name={label} {...(onCopied && { onCopied })} />
    </div>
  )
}
