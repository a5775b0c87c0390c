import { groupByPath, type FieldMessage } from '@trestle/domain/http/groupByPath.ts'
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
  throw new RefusalError({
    code: 'invalid_input',
    message: 'Some fields are not right.',
    fields: groupByPath(parsed.error.issues.flatMap(toMessages)),
  })
}

function toMessages(issue: z.core.$ZodIssue): FieldMessage[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => [toName([...issue.path, key]), unknown])
  }
  return [[issue.path.length === 0 ? 'body' : toName(issue.path), issue.message]]
}

const toName = (path: readonly PropertyKey[]): string => path.map(String).join('.').slice(0, 100)
