/** How many rows a list shows. */
export const perPageKey = 'list-per-page'

/** Where Mantine stores the color scheme; public/color-scheme.js reads it before anything is painted. */
const colorSchemeKey = 'mantine-color-scheme-value'

/** Null also where the browser allows no storage: signing out must work there too. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/**
 * Runs a call whose reply clears the browser's storage. What belongs to the person is gone afterwards; how they like
 * to look at the portal on this device stays.
 */
export async function storeDeviceSettings<Result>(work: () => Promise<Result>): Promise<Result> {
  const settings = [perPageKey, colorSchemeKey].map((key) => [key, read(key)] as const)
  const result = await work()
  for (const [key, value] of settings) if (value !== null) localStorage.setItem(key, value)
  return result
}
