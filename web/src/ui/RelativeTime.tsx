import { minuteMs } from '@trestle/domain/time/durations.ts'
import { useEffect, useState } from 'react'
import { relativeDate } from './dates.ts'
import { useServerAhead } from './serverTime.ts'

const secondMs = 1000

/** Shows how long ago something happened. Only its own text rerenders as time passes. */
export function RelativeTime({ at }: { at: string }) {
  const [now, setNow] = useState(() => new Date())
  const aheadMs = useServerAhead()
  const serverNow = new Date(now.getTime() + aheadMs)
  const tickMs = serverNow.getTime() - Date.parse(at) < minuteMs ? secondMs : minuteMs
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), tickMs)
    return () => clearInterval(timer)
  }, [tickMs])
  return <time dateTime={at}>{relativeDate(at, serverNow)}</time>
}
