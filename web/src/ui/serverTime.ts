import { minuteMs } from '@trestle/domain/time/durations.ts'
import { useSyncExternalStore } from 'react'
import { createStore } from './createStore.ts'
import { useNow } from './useNow.ts'

/** How many milliseconds the server's clock is ahead of the browser's. */
const ahead = createStore(() => 0)

/** A smaller difference may come from the header, which has whole seconds, and from the time that the reply took. */
const toleranceMs = minuteMs

/** Records the time in the header `Date` of a reply that just arrived, because the browser's clock may be wrong. */
export function noteServerTime(date: string | null): void {
  const aheadMs = Date.parse(date ?? '') - Date.now()
  if (Number.isNaN(aheadMs) || Math.abs(aheadMs - ahead.read()) <= toleranceMs) return
  ahead.write(Math.abs(aheadMs) <= toleranceMs ? 0 : aheadMs)
}

/**
 * Returns the server's time in milliseconds, to compare with times that the server sent. Updated every second while it
 * runs.
 */
export function useServerNow(isRunning: boolean): number {
  const now = useNow(isRunning)
  return now + useServerAhead()
}

/** Returns how many milliseconds the server's clock is ahead. */
export const useServerAhead = (): number => useSyncExternalStore(ahead.subscribe, ahead.read)
