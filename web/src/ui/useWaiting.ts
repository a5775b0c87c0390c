import { useEffect, useState } from 'react'

export type Waiting = 'none' | 'skeleton' | 'words'

/** Nothing below 300 ms, then a skeleton, and text after 2 s. */
const waitingSteps = { skeletonMs: 300, wordsMs: 2000 } as const

export function waitingAfter(ms: number): Waiting {
  if (ms < waitingSteps.skeletonMs) return 'none'
  return ms < waitingSteps.wordsMs ? 'skeleton' : 'words'
}

export function useWaiting(): Waiting {
  const [waiting, setWaiting] = useState<Waiting>('none')
  useEffect(() => {
    const timers = Object.values(waitingSteps).map((ms) => setTimeout(() => setWaiting(waitingAfter(ms)), ms))
    return () => timers.forEach(clearTimeout)
  }, [])
  return waiting
}

/** The browser reports when it knows that it is offline. Loading then waits for a connection. */
export const waitingText = () => (navigator.onLine ? 'ui.loadingStill' : 'ui.loadingOffline')
