import { QueryClient } from '@tanstack/react-query'
import { CallError } from './callError.ts'
import { addCache } from './loadedData.ts'

/** Returns whether to retry: not after a refusal, but after a lost connection or during a server restart. */
export function mayRetry(failures: number, error: Error): boolean {
  if (failures >= 2) return false
  return error instanceof CallError && (error.code === 'network' || error.code === 'unavailable')
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: mayRetry, retryDelay: 300, staleTime: 10_000 },
    // Offline, a change fails and says so, instead of being sent once there is a connection, when the user may have
    // left. A load waits for the connection, and its skeleton says so.
    mutations: { retry: false, networkMode: 'always' },
  },
})

addCache(queryClient)
