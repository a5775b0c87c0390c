import type { QueryClient } from '@tanstack/react-query'

/** Resolves when no query is pending, immediately if there is none. */
export function waitForQueries(client: QueryClient): Promise<void> {
  if (client.isFetching() === 0) return Promise.resolve()
  return new Promise((resolve) => {
    const unsubscribe = client.getQueryCache().subscribe(() => {
      if (client.isFetching() > 0) return
      unsubscribe()
      resolve()
    })
  })
}
