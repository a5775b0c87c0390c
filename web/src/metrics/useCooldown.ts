import type { UsageReportStatus } from '@trestle/domain/metrics/contract.ts'
import { usageReportCooldownMs } from '@trestle/domain/metrics/rules.ts'
import { useEffect, useState } from 'react'
import { cooldowns, cooldownEnd } from './cooldown.ts'

const tickMs = 1000

/**
 * How many milliseconds until the next report may be requested. What the browser kept counts at once; what the
 * server says is kept too, since somebody else of the app may have asked. A failed report makes nobody wait.
 */
export function useCooldown(
  appId: number,
  status: UsageReportStatus | undefined,
  receivedAt: number,
): number {
  const [kept] = useState(() => cooldownEnd(cooldowns.read(appId), Date.now()) ?? 0)
  const reported = status && status.cooldown_ms > 0 ? receivedAt + status.cooldown_ms : 0
  const end = status?.report?.state === 'failed' ? 0 : Math.max(kept, reported)
  const leftMs = useCountdown(end)
  const isOver = leftMs === 0

  useEffect(() => {
    if (isOver) cooldowns.clear(appId)
    else cooldowns.write(appId, end)
  }, [appId, end, isOver])

  return leftMs
}

/** The milliseconds until this moment, each second anew, then 0. */
function useCountdown(end: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (end <= Date.now()) return undefined
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= end) clearInterval(timer)
    }, tickMs)
    return () => clearInterval(timer)
  }, [end])
  // The last look may be older than the moment at which the countdown began.
  return Math.min(usageReportCooldownMs, Math.max(0, end - now))
}
