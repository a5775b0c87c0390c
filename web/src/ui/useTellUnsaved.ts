import { useLayoutEffect } from 'react'

/** Tells the dialog or drawer around that something would be lost, before the next key counts; leaving takes it back. */
export function useTellUnsaved(isUnsaved: boolean, tell: (isUnsaved: boolean) => void): void {
  useLayoutEffect(() => {
    tell(isUnsaved)
    return () => tell(false)
  }, [isUnsaved, tell])
}
