import type { z } from 'zod'
import { RefusalError, refusalError } from '../errors.ts'

const unknown = 'is not a known field'

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refusalError('malformed', 'The body is not a JSON document.')
  }
}

/** Reads a body, or refuses it and names each field by its path. */
export function parseBody<T>(schema: z.ZodType<T>, text: string): T {
  const parsed = schema.safeParse(readJson(text))
  if (parsed.success) return parsed.data
  // A map, because a field can have the name of an `Object.prototype` property.
  const fields = new Map<string, string[]>()
  const add = (path: PropertyKey[], message: string): void => {
    const name = path.map(String).join('.').slice(0, 100)
    fields.set(name, [...(fields.get(name) ?? []), message])
  }
  for (const issue of parsed.error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) add([...issue.path, key], unknown)
    } else add(issue.path.length === 0 ? ['body'] : issue.path, issue.message)
  }
  throw new RefusalError({
    code: 'invalid_input',
    message: 'Some fields are not right.',
    fields: Object.fromEntries(fields),
  })
}
