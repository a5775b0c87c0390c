import qs from 'qs'
import type { z } from 'zod'
import { Refused } from './errors.ts'

const overLimit = 'The query or form holds more values, or deeper ones, than one call may carry.'
const limits = {
  arrayLimit: 1000,
  parameterLimit: 200,
  depth: 5,
  throwOnLimitExceeded: true,
  strictDepth: true,
}

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

function sentenceOf(issue: z.core.$ZodIssue): [path: string, sentence: string][] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => [pathText([...issue.path, key]), `${key} is not a known field`])
  }
  return [[pathText(issue.path), issue.message]]
}

/** Parses one part of a request, or refuses it with every complaint under its wire path. */
export function parsePart(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const fields: Record<string, string[]> = {}
  for (const [path, sentence] of parsed.error.issues.flatMap(sentenceOf)) {
    fields[path] = [...(fields[path] ?? []), sentence]
  }
  const [first] = Object.values(fields).flat()
  throw new Refused({ code: 'invalid_input', message: first ?? 'This input is not usable.', fields })
}
