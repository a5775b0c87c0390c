import { useEffect } from 'react'

/**
 * Returns the focus when a dialog unmounts while it is open, which leaves it nowhere. Mantine returns it only when
 * `opened` changes.
 */
export function useFocusReturn(opened: boolean) {
  useEffect(() => {
    if (!opened) return
    const opener = document.activeElement
    return () => {
      if (opener instanceof HTMLElement && document.activeElement === document.body) {
        opener.focus({ preventScroll: true })
      }
    }
  }, [opened])
}
