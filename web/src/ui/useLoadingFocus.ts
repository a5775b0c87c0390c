import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * Returns the ref of what a dialog shows while it loads, which needs `tabIndex={-1}` and `data-autofocus`: it has
 * the focus while loading, and then passes it to the dialog. Otherwise, the focus would be on the close button or a
 * link at the end, so that Tab skips the loaded content.
 */
export function useLoadingFocus<Placeholder extends HTMLElement>(): RefObject<Placeholder | null> {
  const place = useRef<Placeholder>(null)
  useLayoutEffect(() => {
    const { current } = place
    return () => {
      if (current === document.activeElement) current?.closest<HTMLElement>('[role="dialog"]')?.focus()
    }
  }, [])
  return place
}
