import { useEffect, useEffectEvent } from 'react'

/** Reports whether a form is open, and that it is closed when it unmounts with its card. */
export function useEditing(isOpen: boolean, onEditing: (isOpen: boolean) => void): void {
  const report = useEffectEvent(onEditing)
  useEffect(() => {
    if (!isOpen) return undefined
    report(true)
    return () => report(false)
  }, [isOpen])
}
