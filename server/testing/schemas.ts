import { z } from 'zod'

const isTransform = (schema: unknown): boolean => schema instanceof z.ZodTransform

/** Returns the schema inside whatever makes it optional, gives it a default or rewrites its input. */
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

/** Returns the fields of an object schema, however it is wrapped; none of any other. */
export function fieldsOf(schema: unknown): [name: string, field: unknown][] {
  const inner = innerSchema(schema)
  return inner instanceof z.ZodObject ? Object.entries(inner.shape) : []
}
