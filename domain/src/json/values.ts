/** Helpers for JSON of unknown shape. A missing value, or one of another type, reads as empty. */
export type JsonObject = Record<string, unknown>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const toObject = (value: unknown): JsonObject => (isObject(value) ? value : {})

export const toArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export const isText = (value: unknown): value is string => typeof value === 'string'

export const toText = (value: unknown): string => (isText(value) ? value : '')

/** Returns the items of an array or the values of an object; anything else has no children. */
export const listChildren = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : []

/** Returns the JSON pointer (RFC 6901) for these steps. */
export const pointerTo = (steps: readonly (string | number)[]): string =>
  steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** Returns a JSON pointer extended by one or more steps. */
export const pointer = (parent: string, ...steps: (string | number)[]): string => parent + pointerTo(steps)

/** Returns the object without some of its keys. */
export const without = (object: JsonObject, ...keys: string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)))
