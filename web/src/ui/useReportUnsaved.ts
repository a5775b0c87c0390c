import { useLayoutEffect } from 'react'

/** Tells the dialog or drawer around that something would be lost, before the next key counts; leaving takes it back. */
export function useReportUnsaved(isUnsaved: boolean, report: (isUnsaved: boolean) => void): void {
  useLayoutEffect(() => {
    report(isUnsaved)
    return () => report(false)
  }, [isUnsaved, report])
}
