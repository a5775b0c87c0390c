import { maxProblems } from '@trestle/domain/http/bodyLimit.ts'
import type { ErrorReply } from '@trestle/domain/http/errors.ts'
import type { Refused } from './errors.ts'

/** The error reply of the whole API (ERR-42). It lists the first problems and counts the rest. */
export function toErrorReply(
  { code, message, fields = {}, current }: Refused,
  requestId: string,
): ErrorReply {
  const problems = Object.entries(fields).flatMap(([path, sentences]) =>
    sentences.map((sentence) => ({ path, sentence })),
  )
  const shown = problems.slice(0, maxProblems)
  const rest = problems.length - shown.length
  const errors = [...new Set(shown.map(({ sentence }) => sentence))]
  return {
    code,
    message,
    errors: [...(errors.length > 0 ? errors : [message]), ...(rest > 0 ? [`and ${rest} more`] : [])],
    ...(shown.length > 0 && { fields: byPath(shown) }),
    ...(current !== undefined && { current }),
    request_id: requestId,
  }
}

/** A map on the way: a field may be called like something every object has, as `constructor`. */
function byPath(problems: { path: string; sentence: string }[]): Record<string, string[]> {
  const fields = new Map<string, string[]>()
  for (const { path, sentence } of problems) fields.set(path, [...(fields.get(path) ?? []), sentence])
  return Object.fromEntries(fields)
}
