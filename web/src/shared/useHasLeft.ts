import { useMatch, useRouter } from '@tanstack/react-router'

/**
 * Returns a check of whether the router has left this page, which stays on the screen until the next one can be shown. A
 * search typed just before would change the address of the next page.
 */
export function useHasLeft(): () => boolean {
  const router = useRouter()
  // Not strict, because every page with a search calls it.
  const pathname = useMatch({ strict: false, shouldThrow: false, select: (match) => match.pathname })
  return () => router.latestLocation.pathname !== pathname
}
