import { QueryClient, type Query } from '@tanstack/react-query'
import { CallError, isNowhere } from './callError.ts'
import { addCache } from './loadedData.ts'

/** Returns whether to retry: not after a refusal, but after a lost connection or during a server restart. */
export function mayRetry(failures: number, error: Error): boolean {
  if (failures >= 2) return false
  return error instanceof CallError && (error.code === 'network' || error.code === 'unavailable')
}

const staleTime = 10_000

/**
 * Returns whether a page that opens repeats a failed load: not if its prefetch has just learned that nothing exists
 * there.
 */
const mayRetryOnMount = ({ state: { error, errorUpdatedAt } }: Pick<Query, 'state'>): boolean =>
  !isNowhere(error) || Date.now() - errorUpdatedAt > staleTime

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: mayRetry, retryDelay: 300, staleTime, retryOnMount: mayRetryOnMount },
    // Offline, a change fails and says so, instead of being sent once there is a connection, when the user may have
    // left. A load waits for the connection, and its skeleton says so.
    mutations: { retry: false, networkMode: 'always' },
  },
})

addCache(queryClient)
