import type { QueryClient } from '@tanstack/react-query'

/** Resolves when no query is on its way, at once if none is. */
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
