import { useSyncExternalStore } from 'react'

/** Style sheets repeat the width. */
const query = '(width < 43.75em)'

function subscribe(listener: () => void): () => void {
  const list = matchMedia(query)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

/**
 * Returns whether the window is as narrow as a phone; false on the server. Doesn't use Mantine's `useMediaQuery`,
 * which sets state in an effect, so that React rerenders a component that uses it once more after the component's
 * next update.
 */
export const useIsPhone = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
