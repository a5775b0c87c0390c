import { QueryClient } from '@tanstack/react-query'
import { CallError } from './callError.ts'

/** A refusal stays a refusal however often it is asked; a lost connection or a restarting server deserves a second try. */
export function mayRetry(failures: number, error: Error): boolean {
  if (failures >= 2) return false
  return error instanceof CallError && (error.code === 'network' || error.code === 'unavailable')
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: mayRetry, retryDelay: 300, staleTime: 10_000 },
    mutations: { retry: false },
  },
})
