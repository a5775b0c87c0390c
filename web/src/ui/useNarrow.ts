import { useEffect, useState } from 'react'
import { onResizeEnd } from './onResizeEnd.ts'

/** SHELL-25. Larger text needs a wider window; at the usual 16 px both limits are the same. */
export const narrowQuery = '(width < 1100px), (width < 68.75em)'

const matchesNarrow = () => window.matchMedia(narrowQuery).matches

/** Returns whether the narrow layout applies, updated after the window stops resizing. */
export function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(matchesNarrow)
  useEffect(() => onResizeEnd(() => setNarrow(matchesNarrow())), [])
  return narrow
}
