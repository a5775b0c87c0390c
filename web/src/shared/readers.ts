/** Read the values of an address. A value that doesn't fit becomes undefined, not an error. */

export const readText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

/** Returns a positive whole number. */
export function readCount(value: unknown, max = Number.MAX_SAFE_INTEGER): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const count = Number(value)
  return Number.isInteger(count) && count >= 1 && count <= max ? count : undefined
}

/** Returns a list of ids, or none if any value isn't one. */
export function readIds(value: unknown): number[] {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  const ids = values.flatMap((each) => readCount(each) ?? [])
  return ids.length === values.length ? ids : []
}

export function readFlag(value: unknown): boolean | undefined {
  const text = String(value)
  if (text === 'true' || text === '1') return true
  return text === 'false' || text === '0' ? false : undefined
}

/** Returns a day of the calendar: `2026-02-28`. */
export function readDay(value: unknown): string | undefined {
  const text = readText(value) ?? ''
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
  return isDay && new Date(text).toISOString().startsWith(text) ? text : undefined
}

export const readChoice = <const Choice extends string>(
  value: unknown,
  choices: readonly Choice[],
): Choice | undefined => choices.find((choice) => choice === value)

/** Returns the named values below a name in brackets: `filters[search]`. */
export const readNamed = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
