/** A message about the field at a path. */
export type FieldMessage = readonly [path: string, message: string]

/**
 * Groups messages by field, each once. Collects in a map first, because a field can have the name of an
 * `Object.prototype` property.
 */
export function groupByPath(messages: readonly FieldMessage[]): Record<string, string[]> {
  const fields = new Map<string, string[]>()
  for (const [path, message] of messages) {
    fields.set(path, [...new Set([...(fields.get(path) ?? []), message])])
  }
  return Object.fromEntries(fields)
}
