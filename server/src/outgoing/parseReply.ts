import type { z } from 'zod'

/** Returns the value at a path in a reply, or undefined if the reply has none. */
const valueAt = (reply: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)[key], reply)

function describeFault(reply: unknown, issues: readonly z.core.$ZodIssue[]): string {
  if (issues.some(({ path }) => path.length === 0)) return 'is not an object'
  const listFields = (isMissing: boolean) =>
    issues
      .filter(({ path }) => (valueAt(reply, path) === undefined) === isMissing)
      .map(({ path }) => path.join('.'))
      .join(', ')
  const [missing, unusable] = [listFields(true), listFields(false)]
  const faults = [missing && `no ${missing}`, unusable && `an unusable ${unusable}`]
  return `has ${faults.filter(Boolean).join(' and ')}`
}

/**
 * Parses the JSON object that another server replied with. The error names the fields that are missing or wrong in one
 * line, without their values, which may be secret.
 *
 * @param name how the error names the reply, such as "The sandbox service's reply to POST /sandboxes"
 */
export function parseReply<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  text: string,
): z.output<Schema> {
  let reply: unknown
  try {
    reply = JSON.parse(text)
  } catch {
    throw new Error(`${name} is not JSON`)
  }
  const parsed = schema.safeParse(reply)
  if (parsed.success) return parsed.data
  throw new Error(`${name} ${describeFault(reply, parsed.error.issues)}`)
}
