import { z } from 'zod'

const isTransform = (schema: unknown): boolean => schema instanceof z.ZodTransform

/** Returns the schema without wrappers that make it optional, give it a default or transform its input. */
export function innerSchema(schema: unknown): unknown {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  ) {
    return innerSchema(schema.unwrap())
  }
  if (schema instanceof z.ZodPipe) return innerSchema(isTransform(schema.in) ? schema.out : schema.in)
  return schema
}

/** Returns the fields of an object schema, however it is wrapped, or none for any other schema. */
export function toFields(schema: unknown): [name: string, field: unknown][] {
  const inner = innerSchema(schema)
  return inner instanceof z.ZodObject ? Object.entries(inner.shape) : []
}

/** Returns every text that a schema accepts, by its path; `*` is any entry of a list. */
export function listTexts(schema: unknown, path: readonly string[] = []): [path: string, text: z.ZodType][] {
  const inner = innerSchema(schema)
  if (inner instanceof z.ZodArray) return listTexts(inner.element, [...path, '*'])
  if (inner instanceof z.ZodUnion) return inner.options.flatMap((option) => listTexts(option, path))
  if (inner instanceof z.ZodRecord) return listTexts(inner.valueType, [...path, '*'])
  if (inner instanceof z.ZodString && schema instanceof z.ZodType) return [[path.join('.'), schema]]
  return toFields(inner).flatMap(([name, field]) => listTexts(field, [...path, name]))
}
