import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'

/** SHELL-26. */
const resizeDebounceMs = 300

/** SHELL-25. Larger text needs a wider window; at the usual 16 px both limits are the same. */
export const narrowQuery = '(width < 1100px), (width < 68.75em)'

function useResizeDebounced(onResize: () => void): void {
  const later = useDebouncedCallback(onResize, resizeDebounceMs)
  useEffect(() => {
    window.addEventListener('resize', later)
    return () => window.removeEventListener('resize', later)
  }, [later])
}

const matchesNarrow = () => window.matchMedia(narrowQuery).matches

/** Returns whether the narrow layout applies, updated after the window stops resizing. */
export function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(matchesNarrow)
  useResizeDebounced(() => setNarrow(matchesNarrow()))
  return narrow
}
