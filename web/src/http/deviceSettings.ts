import { perPageCookie } from '@trestle/domain/http/paging.ts'

/** Number of rows that lists show. */
export const perPageKey = 'list-per-page'

/** Where Mantine stores the color scheme. public/color-scheme.js reads it before the first paint. */
const colorSchemeKey = 'mantine-color-scheme-value'

/** Banners of the listing editor that were closed (LIST-11). */
export const dismissalKeys = {
  intro: 'self-service-intro-dismissed',
  news: 'listing-news-dismissed',
} as const

const keptKeys = [perPageKey, colorSchemeKey, ...Object.values(dismissalKeys)]

/** Also returns null if the browser doesn't allow storage, so that lists open and signing out still works. */
export function readSetting(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function storeSetting(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // The browser doesn't allow storage or has no space left, so the setting lasts until the next document.
  }
}

/** Stores how many rows lists show, also for the server, whose documents name the first page of a list (decision 40). */
export function storePerPage(perPage: number): void {
  storeSetting(perPageKey, String(perPage))
  // 400 days, the maximum that browsers allow.
  const value = `${perPageCookie}=${perPage}; path=/; max-age=34560000; samesite=lax`
  document.cookie = window.location.protocol === 'https:' ? `__Host-${value}; secure` : value
}

/** Clears the same data as a reply that ends the session, in case that reply got lost. */
export function clearStorage(): void {
  try {
    localStorage.clear()
    sessionStorage.clear()
  } catch {
    // The browser doesn't allow storage, so there is nothing to clear.
  }
}

/**
 * Runs a call whose reply clears the browser's storage. Personal data is cleared. Display settings of this device
 * are restored.
 */
export async function keepDeviceSettings<Result>(work: () => Promise<Result>): Promise<Result> {
  const settings = keptKeys.map((key) => [key, readSetting(key)] as const)
  const result = await work()
  for (const [key, value] of settings) if (value !== null) storeSetting(key, value)
  return result
}
