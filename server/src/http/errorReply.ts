import type { ErrorReply } from '@trestle/domain/http/errorReply.ts'
import { groupByPath, type FieldMessage } from '@trestle/domain/http/groupByPath.ts'
import { nameField } from '@trestle/domain/http/problems.ts'
import type { RefusalError } from '../errors.ts'

const maxProblems = 50

/**
 * Returns the error reply of the whole API (ERR-42). It lists the first problems and counts the rest. `message` and
 * `errors` name the field; `fields` has the texts that forms show next to it.
 */
export function toErrorReply(
  { code, message, fields = {}, current, methods }: RefusalError,
  requestId: string,
): ErrorReply {
  const problems = Object.entries(fields).flatMap(([path, messages]) =>
    messages.map((each): FieldMessage => [path, each]),
  )
  const shown = problems.slice(0, maxProblems)
  const rest = problems.length - shown.length
  const errors = [...new Set(shown.map(([path, text]) => nameField(path, text)))]
  const first = problems.find(([, text]) => text === message)
  const namedMessage = first ? nameField(first[0], message) : message
  return {
    code,
    message: namedMessage,
    errors: [...(errors.length > 0 ? errors : [message]), ...(rest > 0 ? [`and ${rest} more`] : [])],
    ...(shown.length > 0 && { fields: groupByPath(shown) }),
    ...(current !== undefined && { current }),
    ...(methods && { methods }),
    request_id: requestId,
  }
}
