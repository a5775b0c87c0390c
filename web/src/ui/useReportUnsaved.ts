import { useLayoutEffect } from 'react'

/**
 * Reports to the dialog or drawer around a form whether its input is unsaved, and takes it back on unmount. A layout
 * effect, because a passive one may run after the next key: an immediate Escape would then discard the input without a
 * question.
 */
export function useReportUnsaved(isUnsaved: boolean, report: (isUnsaved: boolean) => void): void {
  useLayoutEffect(() => {
    report(isUnsaved)
    return () => report(false)
  }, [isUnsaved, report])
}
