import { fieldMessages, tooLong } from '@trestle/domain/http/messages.ts'
import qs from 'qs'
import type { z } from 'zod'
import { Refused } from './errors.ts'

const limits = {
  arrayLimit: 1000,
  parameterLimit: 200,
  depth: 5,
  throwOnLimitExceeded: true,
  strictDepth: true,
}
const overLimit = `A query or a form holds at most ${limits.parameterLimit} values, nested at most ${limits.depth} levels deep.`

/** Bracket names in queries and forms (`filters[owner_id][]=1`), nested. */
export function parseBrackets(text: string): Record<string, unknown> {
  try {
    return qs.parse(text, limits)
  } catch {
    throw new Refused({ code: 'malformed', message: overLimit })
  }
}

/** Marks a query that could not be read: the router must get an object, the door refuses it. */
const unreadable = Symbol('unreadable query')

export function parseQuery(text: string): Record<string, unknown> {
  try {
    return qs.parse(text, limits)
  } catch {
    return { [unreadable]: true }
  }
}

export function requireReadable(query: unknown): void {
  if (typeof query === 'object' && query !== null && unreadable in query) {
    throw new Refused({ code: 'malformed', message: overLimit })
  }
}

const pathText = (path: readonly PropertyKey[]): string => path.map(String).join('.')

const longestName = 100

const shorten = (name: string): string =>
  name.length > longestName ? `${name.slice(0, longestName)}…` : name

function sentenceOf(issue: z.core.$ZodIssue): [path: string, sentence: string][] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .map(shorten)
      .map((key) => [pathText([...issue.path, key]), `${key} is not a known field`])
  }
  return [[pathText(issue.path), issue.message]]
}

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

type Complaint = z.core.$ZodRawIssue
type Sentences = {
  [Code in Complaint['code']]?: (issue: Extract<Complaint, { code: Code }>) => string | undefined
}

/** For people (ERR-42), where the contract has no sentence of its own. */
const sentences: Sentences = {
  invalid_type: ({ input, expected }) =>
    input === undefined || input === null
      ? fieldMessages.required
      : `This must be ${kinds[expected] ?? expected}`,
  too_small: ({ origin }) => (origin === 'string' ? fieldMessages.required : undefined),
  too_big: ({ origin, maximum }) => (origin === 'string' ? tooLong(Number(maximum)) : `At most ${maximum}`),
  invalid_value: ({ values }) => `Choose one of ${values.map(String).join(', ')}`,
  invalid_format: ({ format }) => (format === 'uuid' ? 'This must be a UUID' : undefined),
}

function sentenceFor(issue: Complaint): string | undefined {
  const sentence = sentences[issue.code] as ((issue: Complaint) => string | undefined) | undefined
  return sentence?.(issue)
}

/** Null characters and halves of characters: PostgreSQL stores neither, and nobody types them. */
const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** Refuses what is no text, wherever it stands; by a list rather than by recursion, because bodies can be deep. */
function requireText(value: unknown): void {
  const rest: unknown[] = [value]
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next === 'string' && !isText(next)) {
      throw new Refused({ code: 'malformed', message: 'A text holds characters that cannot be stored.' })
    }
    if (typeof next === 'object' && next !== null) {
      for (const entry of Object.entries(next)) rest.push(...entry)
    }
  }
}

/** Parses one part of a request, or refuses it with every complaint under its wire path. */
export function parsePart(schema: z.ZodType, value: unknown): unknown {
  requireText(value)
  const parsed = schema.safeParse(value, { error: sentenceFor })
  if (parsed.success) return parsed.data
  // A map: what was sent may be called like something every object has, as `constructor`.
  const fields = new Map<string, string[]>()
  for (const [path, sentence] of parsed.error.issues.flatMap(sentenceOf)) {
    fields.set(path, [...(fields.get(path) ?? []), sentence])
  }
  const [first] = [...fields.values()].flat()
  throw new Refused({
    code: 'invalid_input',
    message: first ?? 'This input is not usable.',
    fields: Object.fromEntries(fields),
  })
}
