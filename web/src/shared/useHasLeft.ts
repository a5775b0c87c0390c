import { useMatch, useRouter } from '@tanstack/react-router'

/**
 * Returns a function that checks whether the router has left this page, which stays visible until the next one can be
 * shown. A search typed just before would change the address of the next page.
 */
export function useHasLeft(): () => boolean {
  const router = useRouter()
  // Not strict, because every page with a search calls it.
  const pathname = useMatch({ strict: false, shouldThrow: false, select: (match) => match.pathname })
  return () => router.latestLocation.pathname !== pathname
}
