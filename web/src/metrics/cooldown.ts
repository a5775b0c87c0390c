import { usageReportCooldownMs } from '@trestle/domain/metrics/rules.ts'

/** Returns the storage key of the end of an app's report cooldown (USAGE-08, USAGE-10). */
export const cooldownKey = (appId: number) => `api-usage-report-cooldown:${appId}`

/**
 * Returns when a stored cooldown ends; null when it is over, or too far ahead because the clock has changed since.
 */
export function cooldownEnd(stored: string | null, nowMs: number): number | null {
  const end = Number(stored ?? Number.NaN)
  return end > nowMs && end <= nowMs + usageReportCooldownMs ? end : null
}

type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Returns a store for cooldowns in the browser's storage.
 *
 * Where the browser blocks storage (private windows, full, disabled), it uses memory until the next reload. The
 * server enforces the same five minutes anyway.
 */
export function storeCooldowns(storage: () => StorageArea) {
  const remembered = new Map<string, string>()
  const ifAllowed = <T>(ask: (area: StorageArea) => T): T | null => {
    try {
      return ask(storage())
    } catch {
      return null
    }
  }
  return {
    read: (appId: number): string | null => {
      const key = cooldownKey(appId)
      return ifAllowed((area) => area.getItem(key)) ?? remembered.get(key) ?? null
    },
    write: (appId: number, end: number): void => {
      const key = cooldownKey(appId)
      remembered.set(key, String(end))
      ifAllowed((area) => area.setItem(key, String(end)))
    },
    clear: (appId: number): void => {
      const key = cooldownKey(appId)
      remembered.delete(key)
      ifAllowed((area) => area.removeItem(key))
    },
  }
}

export const cooldowns = storeCooldowns(() => window.localStorage)
