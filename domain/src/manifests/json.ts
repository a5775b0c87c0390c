/** Reading documents whose shape is not known yet: what is not there, or is something else, reads as empty. */
export type JsonObject = Record<string, unknown>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {})

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export const isText = (value: unknown): value is string => typeof value === 'string'

export const textOf = (value: unknown): string => (isText(value) ? value : '')

/** One step further down a JSON pointer (RFC 6901). */
export const pointer = (parent: string, ...steps: (string | number)[]): string =>
  [parent, ...steps.map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/')

/** The object without some of its keys. */
export const without = (object: JsonObject, ...keys: string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)))
