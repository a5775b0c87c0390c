import { useLayoutEffect } from 'react'

/**
 * Reports to the dialog around a form whether its input is unsaved. A layout effect, because a passive one may run after
 * the next key: an immediate Escape would then discard the input without a question.
 */
export function useReportTyped(isTyped: boolean, onTyped: (isTyped: boolean) => void): void {
  useLayoutEffect(() => {
    onTyped(isTyped)
    return () => onTyped(false)
  }, [isTyped, onTyped])
}
