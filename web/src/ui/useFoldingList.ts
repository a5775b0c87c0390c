import { useId, useRef, useState, type KeyboardEvent } from 'react'

/**
 * Returns the props of a navigation list that collapses behind a button where the stylesheet says so. Escape
 * collapses it and focuses the button.
 */
export function useFoldingList() {
  const [open, setOpen] = useState(false)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const fold = () => setOpen(false)
  const foldOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    fold()
    button.current?.focus()
  }
  return {
    button: {
      ref: button,
      type: 'button',
      'aria-expanded': open,
      'aria-controls': id,
      onClick: () => setOpen(!open),
    },
    list: { id, 'data-open': open || undefined },
    fold,
    foldOnEscape,
  } as const
}
