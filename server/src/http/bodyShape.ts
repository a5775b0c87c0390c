import { maxBodyDepth, type BodyLimit } from '@trestle/domain/http/bodyLimit.ts'
import { listChildren } from '@trestle/domain/json/values.ts'
import { refusalError, type RefusalError } from '../errors.ts'

/**
 * Refuses a body with more values or more levels than the call accepts, before the costlier validation.
 *
 * Iterates over levels instead of recursing: a deeply nested body would overflow the stack.
 */
export function requireModestBody(body: unknown, { values }: BodyLimit): void {
  let level = listChildren(body)
  for (let depth = 1, count = 0; level.length > 0; depth += 1) {
    if (depth > maxBodyDepth) throw tooDeep()
    count += level.length
    if (count > values) throw tooManyValues(values)
    level = level.flatMap(listChildren)
  }
}

const tooDeep = (): RefusalError =>
  refusalError('malformed', `The request body is nested more than ${maxBodyDepth} levels deep.`)

/** Creates the refusal of a body with more values than its call accepts. */
export const tooManyValues = (values: number): RefusalError =>
  refusalError('too_large', `The request body contains more than ${values} values. Send less in one request.`)

/** Creates the refusal of a body that is larger than its route accepts. */
export const bodyTooLarge = (bytes: number): RefusalError =>
  refusalError(
    'too_large',
    `The request body is larger than ${Math.floor(bytes / 1024)} KB. Send less in one request.`,
  )
