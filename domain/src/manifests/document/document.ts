import type { ManifestContent, ManifestError } from '../contract.ts'
import { isObject, isText, listChildren, pointerTo } from '../../json/values.ts'
import { type DuplicateKey, readJsonText } from '../../json/jsonText.ts'
import type { TextLimits } from '../../json/syntaxProblem.ts'
import { byteLength } from '../../text/byteLength.ts'

const kilobyte = 1024
export const maxManifestBytes = 256 * kilobyte
export const maxManifestDepth = 32
export const manifestLimits: TextLimits = {
  noun: 'manifest',
  maxBytes: maxManifestBytes,
  maxDepth: maxManifestDepth,
}
/** A longer list would not help anyone. */
export const maxManifestErrors = 100

/** ERR-20 */
const invalidJson = 'Invalid JSON, could not parse manifest'
const tooDeep = `The manifest is nested more than ${maxManifestDepth} levels deep.`
const notAnObject = 'A manifest is a JSON object that starts with { and ends with }.'
const unreadable = 'The manifest could not be read as JSON.'

/** An object within the limits and without repeated keys, which every rule can process, or its errors. */
export type ReadDocument =
  | { content: ManifestContent; errors: [] }
  | { content: null; errors: [ManifestError, ...ManifestError[]] }

const refuse = (message: string): ReadDocument => ({ content: null, errors: [{ path: '', message }] })

/** Returns the manifest in a string, or why the text isn't one. */
export function readManifestText(text: string): ReadDocument {
  const size = byteLength(text)
  if (size > maxManifestBytes) return refuse(tooLarge(size))
  const reading = readJsonText(text, maxManifestDepth)
  if (reading.problem !== null) return refuse(reading.problem === 'depth' ? tooDeep : invalidJson)
  const value: unknown = JSON.parse(text)
  if (!isObject(value)) return refuse(notAnObject)
  return withoutErrors(value, [
    ...reading.duplicates.map(({ firstLine, lastLine, ...duplicate }) =>
      duplicateError(duplicate, describeLines(firstLine, lastLine)),
    ),
    ...storageErrors(value),
  ])
}

/**
 * Returns a parsed value as a manifest, or why it isn't one.
 *
 * The parser dropped repeated keys: the caller finds those in the text it read.
 */
export function readManifestValue(
  value: unknown,
  duplicates: readonly Pick<DuplicateKey, 'path' | 'key'>[] = [],
): ReadDocument {
  if (value === undefined) return refuse(invalidJson)
  if (!isObject(value)) return refuse(notAnObject)
  if (isDeeperThan(value, maxManifestDepth)) return refuse(tooDeep)
  const text = stringify(value)
  if (text === null) return refuse(unreadable)
  const size = byteLength(text)
  if (size > maxManifestBytes) return refuse(tooLarge(size))
  return withoutErrors(value, [
    ...duplicates.map((duplicate) => duplicateError(duplicate, '')),
    ...storageErrors(value),
  ])
}

function withoutErrors(content: ManifestContent, errors: readonly ManifestError[]): ReadDocument {
  const [first, ...others] = errors.slice(0, maxManifestErrors)
  return first === undefined ? { content, errors: [] } : { content: null, errors: [first, ...others] }
}

/** Returns the size, rounded up below a megabyte so that it never equals the limit it exceeds. */
const sizeText = (bytes: number): string =>
  bytes < kilobyte * kilobyte
    ? `${Math.ceil(bytes / kilobyte)} KB`
    : `${(bytes / kilobyte / kilobyte).toFixed(1)} MB`

const tooLarge = (bytes: number): string =>
  `This manifest is ${sizeText(bytes)}. The limit is ${sizeText(maxManifestBytes)}. Shorten its texts, or remove what you don't need.`

const duplicateError = ({ path, key }: Pick<DuplicateKey, 'path' | 'key'>, lines: string): ManifestError => ({
  path,
  message: `${JSON.stringify(key.slice(0, 80))} appears more than once${lines}. Keep one and remove the others.`,
})

const describeLines = (first: number, last: number): string =>
  first === last ? ` on line ${first}` : `: first on line ${first}, last on line ${last}`

const unstorableText =
  "This text contains a null character or half of a surrogate pair, which can't be stored. Remove it."
const unstorableKey =
  "A key contains a null character or half of a surrogate pair, which can't be stored. Rename it."
const outOfRange = 'This number is too large. Write it as a string, or choose a smaller one.'

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/**
 * Returns the values that JSON allows but the database can't store. Recursion is safe: the depth limit has been
 * checked.
 */
function storageErrors(value: unknown): ManifestError[] {
  const errors: ManifestError[] = []
  const steps: string[] = []
  // Builds paths for errors only: everything below a long key would copy it.
  const report = (message: string) => errors.push({ path: pointerTo(steps), message })
  const look = (each: unknown): void => {
    if (errors.length === maxManifestErrors) return
    if (isText(each) && !isStorable(each)) report(unstorableText)
    if (typeof each === 'number' && !Number.isFinite(each)) report(outOfRange)
    if (typeof each === 'object' && each !== null) Object.entries(each).forEach(enter)
  }
  const enter = ([key, each]: [string, unknown]): void => {
    if (!isStorable(key)) return void report(unstorableKey)
    steps.push(key)
    look(each)
    steps.pop()
  }
  look(value)
  return errors
}

/** Returns null for a value that JSON can't express, such as a big integer. */
function stringify(value: ManifestContent): string | null {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

/** Checks level by level instead of recursing, because a deep value would overflow the stack. */
function isDeeperThan(value: unknown, limit: number): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === limit) return true
    level = level.flatMap(listChildren).filter((each) => typeof each === 'object' && each !== null)
  }
  return false
}
