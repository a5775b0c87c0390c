import { useEffect, useState } from 'react'

const tickMs = 1000

/** The time in milliseconds, each second anew while it runs. */
export function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [isRunning])
  return now
}
