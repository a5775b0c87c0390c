import { minuteMs } from '@trestle/domain/time/durations.ts'
import { useEffect, useState } from 'react'
import { relativeDate } from './dates.ts'

const secondMs = 1000

/** Shows how long ago something happened. Only its own text rerenders as time passes. */
export function RelativeTime({ at }: { at: string }) {
  const [now, setNow] = useState(() => new Date())
  const tickMs = now.getTime() - Date.parse(at) < minuteMs ? secondMs : minuteMs
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), tickMs)
    return () => clearInterval(timer)
  }, [tickMs])
  return <time dateTime={at}>{relativeDate(at, now)}</time>
}
