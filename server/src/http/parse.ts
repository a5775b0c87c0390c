import { fieldMessages, mustBe, tooLong } from '@trestle/domain/http/messages.ts'
import type { BodyLimit } from '@trestle/domain/http/bodyLimit.ts'
import { bracketLimits, parseBrackets as parse } from '@trestle/domain/http/brackets.ts'
import { groupByPath, type FieldMessage } from '@trestle/domain/http/groupByPath.ts'
import type { z } from 'zod'
import { tooManyValues } from './bodyShape.ts'
import { RefusalError, refusalError } from '../errors.ts'

const overLimit = `A query can have at most ${bracketLimits.values} values, nested at most ${bracketLimits.depth} levels deep.`
const tooDeep = `The values of a form can be nested at most ${bracketLimits.depth} levels deep.`

const prototypeKey = '__proto__'

export function unknownField(name: string, path = name): RefusalError {
  const message = `${name} is not a known field`
  return refusalError('invalid_input', message, path)
}

/** Refuses `__proto__` by name: the parser drops it silently. */
function refusePrototypeKey(text: string): void {
  for (const name of new URLSearchParams(text).keys()) {
    const keys = name.split(/[[\]]+/)
    const index = keys.indexOf(prototypeKey)
    if (index !== -1) throw unknownField(prototypeKey, keys.slice(0, index + 1).join('.'))
  }
}

/** Parses bracket names (`filters[owner_id][]=1`) into nested objects, or refuses them with this message. */
function parseBrackets(text: string, message: string, limit?: BodyLimit): Record<string, unknown> {
  refusePrototypeKey(text)
  const fields = parse(text, limit)
  if (fields === null) throw refusalError('malformed', message)
  return fields
}

const jsonAsForm =
  'This body is JSON, but it was sent as a form. Send it with Content-Type: application/json.'

/** Parses a form. Refuses JSON that was sent as a form, as `curl -d` does by default: a form percent-encodes a brace. */
export function parseForm(text: string, limit: BodyLimit): Record<string, unknown> {
  if (/^\s*[{[]/.test(text)) throw refusalError('unsupported_media_type', jsonAsForm)
  if (countPairs(text) > limit.values) throw tooManyValues(limit.values)
  return parseBrackets(text, tooDeep, limit)
}

/** Counts before anything is parsed or copied. */
function countPairs(text: string): number {
  let count = 1
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) count += 1
  return count
}

/** Key for the refusal of an unreadable query: the router needs an object, so the HTTP layer refuses it later. */
const refusal = Symbol('refusal of the query')

export function parseQuery(text: string): Record<string, unknown> {
  if (text === '') return {}
  try {
    return parseBrackets(text, overLimit)
  } catch (error) {
    return { [refusal]: error }
  }
}

export function requireReadable(query: unknown): void {
  if (typeof query === 'object' && query !== null && refusal in query) throw query[refusal]
}

const pathText = (path: readonly PropertyKey[]): string => path.map(String).join('.')

const longestName = 100

const shorten = (name: string): string =>
  name.length > longestName ? `${name.slice(0, longestName)}…` : name

function findProblems(issue: z.core.$ZodIssue): FieldMessage[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .map(shorten)
      .map((key) => [pathText([...issue.path, key]), `${key} is not a known field`])
  }
  if (issue.code === 'invalid_key') {
    const path = pathText(issue.path.map((step) => (typeof step === 'string' ? shorten(step) : step)))
    return issue.issues.map(({ message }) => [path, message])
  }
  return [[pathText(issue.path), issue.message]]
}

const kinds: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

type RawIssue = z.core.$ZodRawIssue
type Messages = {
  [Code in RawIssue['code']]?: (issue: Extract<RawIssue, { code: Code }>) => string | undefined
}

/** User-facing messages (ERR-42) for cases in which the contract has no message. */
const messages: Messages = {
  invalid_type: ({ input, expected }) =>
    input === undefined || input === null ? fieldMessages.required : mustBe(kinds[expected] ?? expected),
  too_small: ({ origin, minimum, inclusive }) =>
    origin === 'string'
      ? fieldMessages.required
      : `At least ${inclusive === false ? Number(minimum) + 1 : minimum}`,
  too_big: ({ origin, maximum }) => (origin === 'string' ? tooLong(Number(maximum)) : `At most ${maximum}`),
  invalid_value: ({ values }) => `Choose one of ${values.map(String).join(', ')}`,
  invalid_union: () => 'This field is invalid',
  invalid_format: ({ format }) => (format === 'uuid' ? 'This must be a UUID' : undefined),
}

function messageFor(issue: RawIssue): string | undefined {
  const message = messages[issue.code] as ((issue: RawIssue) => string | undefined) | undefined
  return message?.(issue)
}

/**
 * Returns whether a string has no null characters and no lone surrogates: PostgreSQL stores neither, and no one types
 * them.
 */
const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/**
 * Refuses texts that can't be stored and keys named `__proto__`, at any depth. Uses a list instead of recursion
 * because bodies can be deeply nested.
 */
function requireStorable(value: unknown): void {
  const rest: { value: unknown; path: string }[] = [{ value, path: '' }]
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next.value === 'string' && !isText(next.value)) throw unstorable()
    if (typeof next.value !== 'object' || next.value === null) continue
    for (const [key, child] of Object.entries(next.value)) {
      const path = next.path === '' ? key : `${next.path}.${key}`
      if (!isText(key)) throw unstorable()
      if (key === prototypeKey) throw unknownField(key, path)
      rest.push({ value: child, path })
    }
  }
}

const unstorable = (): RefusalError =>
  refusalError(
    'malformed',
    "The request contains characters that can't be stored. Remove null characters and incomplete emoji, then try again.",
  )

/** Parses one part of a request, or refuses it with every problem under its path on the wire. */
export function parsePart(schema: z.ZodType, value: unknown): unknown {
  requireStorable(value)
  const parsed = schema.safeParse(value, { error: messageFor })
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.flatMap(findProblems)
  throw new RefusalError({
    code: 'invalid_input',
    message: problems[0]?.[1] ?? "This input can't be used.",
    fields: groupByPath(problems),
  })
}
