import { usageReportCooldownMs } from '@trestle/domain/metrics/rules.ts'

/** Where the browser keeps until when an app's usage report cools down (USAGE-08, USAGE-10). */
export const cooldownKey = (appId: number) => `api-usage-report-cooldown:${appId}`

/** When a kept cooldown ends; null when it is over, or was written by a clock that has changed since. */
export function cooldownEnd(kept: string | null, nowMs: number): number | null {
  const end = Number(kept ?? Number.NaN)
  return end > nowMs && end <= nowMs + usageReportCooldownMs ? end : null
}

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Cooldowns in the browser's storage. Where the browser refuses it (private windows, full, switched off), this page
 * remembers by itself: the server enforces the same five minutes, so nothing is lost but a reload.
 */
export function storeCooldowns(storage: () => Shelf) {
  const remembered = new Map<string, string>()
  const ifAllowed = <T>(ask: (shelf: Shelf) => T): T | null => {
    try {
      return ask(storage())
    } catch {
      return null
    }
  }
  return {
    read: (appId: number): string | null => {
      const key = cooldownKey(appId)
      return ifAllowed((shelf) => shelf.getItem(key)) ?? remembered.get(key) ?? null
    },
    write: (appId: number, end: number): void => {
      const key = cooldownKey(appId)
      remembered.set(key, String(end))
      ifAllowed((shelf) => shelf.setItem(key, String(end)))
    },
    clear: (appId: number): void => {
      const key = cooldownKey(appId)
      remembered.delete(key)
      ifAllowed((shelf) => shelf.removeItem(key))
    },
  }
}

export const cooldowns = storeCooldowns(() => window.localStorage)
