import { useSyncExternalStore } from 'react'

/** Style sheets repeat the width. */
const query = '(width < 700px)'

function onChange(listener: () => void): () => void {
  const list = matchMedia(query)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

/**
 * Returns whether the window is as narrow as a phone; false on the server. Mantine's `useMediaQuery` sets its state again
 * in an effect, for which React draws each of its components once more after their next update.
 */
export const useIsPhone = (): boolean =>
  useSyncExternalStore(
    onChange,
    () => matchMedia(query).matches,
    () => false,
  )
