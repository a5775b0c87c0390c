import { useEffect, useState } from 'react'

const tickMs = 1000

/** Returns what a clock reads, in milliseconds, updated every second while it runs. */
function useClock(read: () => number, isRunning: boolean): number {
  const [now, setNow] = useState(read)
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => setNow(read()), tickMs)
    return () => clearInterval(timer)
  }, [read, isRunning])
  return now
}

/** Returns the browser's time in milliseconds, updated every second while it runs. */
export const useNow = (isRunning: boolean): number => useClock(Date.now, isRunning)

/** Returns how long the page has been open, in milliseconds. Unlike the time, it doesn't jump if a clock is set. */
export const pageAge = (): number => performance.now()

/** Returns the age of the page, updated every second while it runs. */
export const usePageAge = (isRunning: boolean): number => useClock(pageAge, isRunning)
