import { useEffect, useEffectEvent } from 'react'

/** Tells whoever saves that a form is open, and that it is no longer: also when it goes away with its card. */
export function useEditing(isOpen: boolean, onEditing: (isOpen: boolean) => void): void {
  const report = useEffectEvent(onEditing)
  useEffect(() => {
    if (!isOpen) return undefined
    report(true)
    return () => report(false)
  }, [isOpen])
}
