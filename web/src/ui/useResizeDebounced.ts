import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'

/** SHELL-26. */
const resizeDebounceMs = 300

/** SHELL-25: below this width the narrow layout applies. */
const narrowBelow = 1100

function useResizeDebounced(onResize: () => void): void {
  const later = useDebouncedCallback(onResize, resizeDebounceMs)
  useEffect(() => {
    window.addEventListener('resize', later)
    return () => window.removeEventListener('resize', later)
  }, [later])
}

export const isNarrowWidth = (width: number) => width < narrowBelow

/** Returns whether the narrow layout applies, updated after the window stops resizing. */
export function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(() => isNarrowWidth(window.innerWidth))
  useResizeDebounced(() => setNarrow(isNarrowWidth(window.innerWidth)))
  return narrow
}
