import { useCallback, useSyncExternalStore } from 'react'

/**
 * Returns whether the window matches a media query; false on the server. Mantine's `useMediaQuery` sets state in an
 * effect, so that React rerenders a component that uses it once more after the component's next update.
 */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}
