import type { ClipboardEvent } from 'react'
import { CopyButton } from './CopyButton.tsx'
import classes from './CopyField.module.css'
import { GrowingTextarea } from './GrowingTextarea.tsx'

interface CopyFieldProps {
  label: string
  value: string
  /** Gets the initial focus of a dialog. */
  focusedFirst?: boolean
  /** Called when the whole value was copied, with the button or the keyboard. */
  onCopied?: () => void
}

/** Shows a value to copy, wrapped so that all of it is visible at any width. */
export function CopyField({ label, value, focusedFirst = false, onCopied }: CopyFieldProps) {
  const copiedByKeys = ({ currentTarget: field }: ClipboardEvent<HTMLTextAreaElement>) => {
    const isWhole = field.selectionStart === 0 && field.selectionEnd === value.length
    if (isWhole) onCopied?.()
  }
  return (
    <div className={classes['field']}>
      <GrowingTextarea
        className={classes['code'] ?? ''}
        label={label}
        value={value}
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
