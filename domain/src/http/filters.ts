import { z } from 'zod'

/** Returns whether a schema accepts a list, however it is wrapped. */
function takesList(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodCatch) {
    return takesList(schema.unwrap())
  }
  if (schema instanceof z.ZodPipe) return takesList(schema.in) || takesList(schema.out)
  return schema instanceof z.ZodArray
}

function toOneOrMany(field: unknown, value: unknown): unknown {
  const isList = Array.isArray(value)
  if (takesList(field)) return isList || typeof value === 'object' ? value : [value]
  return isList && value.length === 1 ? (value as unknown[])[0] : value
}

/**
 * Returns filters with each value in the form its field expects: a single value may come with or without `[]`
 * (AREV-16).
 */
export function oneOrMany(schema: unknown, filters: unknown): unknown {
  if (!(schema instanceof z.ZodObject) || typeof filters !== 'object' || filters === null) return filters
  const fields = new Map<string, unknown>(Object.entries(schema.shape))
  return Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [
      name,
      fields.has(name) ? toOneOrMany(fields.get(name), value) : value,
    ]),
  )
}

/** Returns the schema of a list's filters, which accepts a single value with or without `[]`. */
export const listFilters = <Fields extends z.ZodObject>(fields: Fields) =>
  z.preprocess((filters: z.input<Fields>) => oneOrMany(fields, filters), fields)

const splitAtCommas = (value: unknown): unknown[] =>
  typeof value === 'string' ? value.split(',').map((part) => part.trim()) : [value]

/**
 * Accepts a list with values separated by commas, where the specification allows it. Searches and ids are never split.
 */
export const commaList = <List extends z.ZodArray>(list: List) =>
  z.preprocess(
    (values: z.input<List>) => (Array.isArray(values) ? values.flatMap(splitAtCommas) : values),
    list,
  )
