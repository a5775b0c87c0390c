import { useLayoutEffect } from 'react'

/**
 * Reports unsaved input to the enclosing dialog or drawer before the next key press, and takes it back on unmount.
 */
export function useReportUnsaved(isUnsaved: boolean, report: (isUnsaved: boolean) => void): void {
  useLayoutEffect(() => {
    report(isUnsaved)
    return () => report(false)
  }, [isUnsaved, report])
}
