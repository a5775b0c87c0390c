import { pointer, pointerTo } from './values.ts'

/** One token of a JSON text. Where no token starts, the kind is `error` and no other token follows. */
export interface Token {
  kind: '{' | '}' | '[' | ']' | ':' | ',' | 'string' | 'scalar' | 'error'
  from: number
  to: number
}

const punctuation = ['{', '}', '[', ']', ':', ','] as const
const space = /[ \t\n\r]*/y
// oxlint-disable-next-line no-control-regex -- the characters a JSON string may only hold escaped
const stringStart = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*/y
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y

function matchEnd(pattern: RegExp, text: string, from: number): number | null {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : null
}

/** Returns where a string ends: at its closing quote, or before the first character that it can't contain. */
export const findStringStop = (text: string, from: number): number =>
  matchEnd(stringStart, text, from) ?? from

function tokenAt(text: string, from: number): Token {
  const mark = punctuation.find((each) => each === text[from])
  if (mark !== undefined) return { kind: mark, from, to: from + 1 }
  if (text[from] === '"') {
    const stop = findStringStop(text, from)
    return text[stop] === '"' ? { kind: 'string', from, to: stop + 1 } : { kind: 'error', from, to: from + 1 }
  }
  const to = matchEnd(scalar, text, from)
  return to === null ? { kind: 'error', from, to: from + 1 } : { kind: 'scalar', from, to }
}

/** Yields the tokens of a string, even if they don't form a single JSON value (RFC 8259). */
export function* tokenize(text: string): Generator<Token, void> {
  const skipSpace = (from: number) => matchEnd(space, text, from) ?? from
  for (let at = skipSpace(0); at < text.length;) {
    const token = tokenAt(text, at)
    yield token
    if (token.kind === 'error') return
    at = skipSpace(token.to)
  }
}

/** A key that occurs more than once in an object. JSON.parse keeps the last value and drops the others. */
export interface DuplicateKey {
  /** A JSON pointer (RFC 6901). */
  path: string
  key: string
  firstLine: number
  lastLine: number
}

export type JsonReading =
  | { problem: 'syntax'; at: number; expected: Follows }
  | { problem: 'depth'; at: number }
  | { problem: null; duplicates: DuplicateKey[] }

interface Occurrences {
  count: number
  firstLine: number
  lastLine: number
}

/** An object or list that is still open, and the current position in it. */
interface Container {
  /** Null for a list. */
  keys: Map<string, Occurrences> | null
  key: string
  index: number
}

/** A longer list would not help anyone. */
const maxDuplicates = 100

type Expected = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd'
/** The tokens that may come next, each with its possible successors. */
export type Follows = Partial<Record<Token['kind'], Expected>>

const afterValueStart: Follows = {
  '{': 'keyOrEnd',
  '[': 'valueOrEnd',
  string: 'commaOrEnd',
  scalar: 'commaOrEnd',
}

const grammar: Record<Exclude<Expected, 'commaOrEnd'>, Follows> = {
  value: afterValueStart,
  valueOrEnd: { ...afterValueStart, ']': 'commaOrEnd' },
  key: { string: 'colon' },
  keyOrEnd: { string: 'colon', '}': 'commaOrEnd' },
  colon: { ':': 'value' },
}

const insideObject: Follows = { ',': 'key', '}': 'commaOrEnd' }
const insideList: Follows = { ',': 'value', ']': 'commaOrEnd' }

function expectedAfter(expected: Expected, inside: Container | undefined): Follows {
  if (expected !== 'commaOrEnd') return grammar[expected]
  if (inside === undefined) return {}
  return inside.keys ? insideObject : insideList
}

const isKeyExpected = (expected: Expected) => expected === 'key' || expected === 'keyOrEnd'

function enterKey(container: Container, key: string, line: number): void {
  const known = container.keys?.get(key)
  container.key = key
  container.keys?.set(key, {
    count: (known?.count ?? 0) + 1,
    firstLine: known?.firstLine ?? line,
    lastLine: line,
  })
}

function duplicatesIn({ keys }: Container, parents: readonly Container[]): DuplicateKey[] {
  const repeated = [...(keys ?? [])].filter(([, { count }]) => count > 1).slice(0, maxDuplicates)
  if (repeated.length === 0) return []
  const path = pointerTo(parents.map((parent) => (parent.keys ? parent.key : parent.index)))
  return repeated.map(([key, { firstLine, lastLine }]) => ({
    path: pointer(path, key),
    key,
    firstLine,
    lastLine,
  }))
}

const isOpening = (kind: Token['kind']) => kind === '{' || kind === '['

/** Updates the open containers for a token. Returns the container that it closes. */
function updateContainers(kind: Token['kind'], open: Container[]): Container | undefined {
  const inside = open.at(-1)
  if (isOpening(kind)) open.push({ keys: kind === '{' ? new Map() : null, key: '', index: 0 })
  if (inside && kind === ',') inside.index += 1
  return kind === '}' || kind === ']' ? open.pop() : undefined
}

/** Counts lines as positions increase, so that the text is read only once. */
function lineCounter(text: string): (position: number) => number {
  let line = 1
  let next = text.indexOf('\n')
  return (position) => {
    for (; next !== -1 && next < position; next = text.indexOf('\n', next + 1)) line += 1
    return line
  }
}

/**
 * Returns where a string stops being JSON or is nested too deeply, otherwise its repeated keys.
 *
 * Iterates over tokens without recursion, so that no text overflows the stack.
 */
export function readJsonText(text: string, maxDepth: number): JsonReading {
  const open: Container[] = []
  const duplicates: DuplicateKey[] = []
  const lineAt = lineCounter(text)
  let expected: Expected = 'value'
  for (const { kind, from, to } of tokenize(text)) {
    const inside = open.at(-1)
    const follows = expectedAfter(expected, inside)
    const next: Expected | undefined = follows[kind]
    if (next === undefined) return { problem: 'syntax', at: from, expected: follows }
    if (isOpening(kind) && open.length === maxDepth) return { problem: 'depth', at: from }
    if (inside && isKeyExpected(expected) && kind === 'string') {
      enterKey(inside, String(JSON.parse(text.slice(from, to))), lineAt(from))
    } else {
      const closed = updateContainers(kind, open)
      if (closed && duplicates.length < maxDuplicates) duplicates.push(...duplicatesIn(closed, open))
    }
    expected = next
  }
  const isComplete = expected === 'commaOrEnd' && open.length === 0
  return isComplete
    ? { problem: null, duplicates: duplicates.slice(0, maxDuplicates) }
    : { problem: 'syntax', at: text.length, expected: expectedAfter(expected, open.at(-1)) }
}
