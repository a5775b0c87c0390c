import type { UsageReportStatus } from '@trestle/domain/metrics/contract.ts'
import { isReportLost, usageReportCooldownMs } from '@trestle/domain/metrics/rules.ts'
import { useEffect, useState } from 'react'
import { cooldowns, cooldownEnd } from './cooldown.ts'

const tickMs = 1000

/**
 * Returns the milliseconds until the next report may be requested.
 *
 * The stored cooldown applies immediately. The server's cooldown is also stored, because someone else on the app may
 * have requested a report. A lost report has no cooldown.
 */
export function useCooldown(
  appId: number,
  status: UsageReportStatus | undefined,
  receivedAt: number,
): number {
  const [storedEnd] = useState(() => cooldownEnd(cooldowns.read(appId), Date.now()) ?? 0)
  const reported = status && status.cooldown_ms > 0 ? receivedAt + status.cooldown_ms : 0
  const end = status?.report && isReportLost(status.report) ? 0 : Math.max(storedEnd, reported)
  const leftMs = useCountdown(end)
  const isOver = leftMs === 0

  useEffect(() => {
    if (isOver) cooldowns.clear(appId)
    else cooldowns.write(appId, end)
  }, [appId, end, isOver])

  return leftMs
}

/** Returns the milliseconds until a time, updated every second down to 0. */
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
  // The stored time may be older than the start of the countdown.
  return Math.min(usageReportCooldownMs, Math.max(0, end - now))
}
