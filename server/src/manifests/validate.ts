import { type CheckContext, crossFieldErrors } from '@trestle/domain/manifests/checks.ts'
import { normalized } from '@trestle/domain/manifests/content.ts'
import {
  type ManifestContent,
  type ManifestError,
  type SchemaVersion,
  schemaVersions,
} from '@trestle/domain/manifests/contract.ts'
import { isObject, isText } from '@trestle/domain/manifests/json.ts'
import { schema3 } from '@trestle/domain/manifests/schema3.ts'
import { schema41 } from '@trestle/domain/manifests/schema41.ts'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { schemaErrors } from './schemaErrors.ts'

const maxBytes = 256 * 1024
const maxDepth = 32
/** Nobody reads more of them at once. */
const maxErrors = 100

const limits = new Set(['maxItems', 'maxProperties', 'maxLength'])

const compiled: Record<SchemaVersion, ValidateFunction> = compileSchemas()

function compileSchemas() {
  // verbose: an error brings its schema along, from which the sentence names the known keys.
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: true })
  addFormats.default(ajv, ['uri', 'uuid'])
  return { '3': ajv.compile(schema3), '4.1': ajv.compile(schema41) }
}

export type ReadManifest =
  | { content: ManifestContent; errors: [] }
  | { content: null; errors: ManifestError[] }

/** The manifest of a request, an object or its text: as it is to be kept when it has no errors. */
export function readManifest(input: unknown, context: CheckContext): ReadManifest {
  const document = parse(input)
  if (isText(document)) return { content: null, errors: [{ path: '', message: document }] }
  const content = normalized(document)
  const errors = contentErrors(content, context)
  return errors.length === 0 ? { content, errors: [] } : { content: null, errors: errors.slice(0, maxErrors) }
}

/** What is wrong with a manifest, one sentence for each fault; nothing when it can be saved (MAN-31). */
export const validateManifest = (input: unknown, context: CheckContext): ManifestError[] =>
  readManifest(input, context).errors

function contentErrors(content: ManifestContent, context: CheckContext): ManifestError[] {
  const version = schemaVersions.find((known) => known === content['schema_version'])
  if (version === undefined) return [versionError(content['schema_version'])]
  const check = compiled[version]
  const broken = check(content) ? [] : schemaErrors((check.errors ?? []).slice(0, maxErrors), version)
  // Guessing what was meant takes time for each wrong name: a document within the limits has few of them.
  if (check.errors?.some(({ keyword }) => limits.has(keyword))) return broken
  const crossed = crossFieldErrors(content, context)
  if (broken.length === 0) return crossed
  // What the whole document lacks may well be what a misspelt key meant.
  const told = new Set(['', ...broken.map(({ path }) => path)])
  return [...broken, ...crossed.filter(({ path }) => !told.has(path))]
}

function versionError(found: unknown): ManifestError {
  if (found === undefined) {
    return {
      path: '',
      message: 'The manifest needs "schema_version": write "4.1", or "3" for the older form.',
    }
  }
  const shown = isText(found) || typeof found === 'number' ? ` ${JSON.stringify(found).slice(0, 20)}` : ''
  const message = `The schema version${shown} is not known. Write "schema_version": "4.1", or "3" for the older form.`
  return { path: '/schema_version', message }
}

/** The document, or the sentence that says why it is none. */
function parse(input: unknown): ManifestContent | string {
  const tooLarge = `The manifest is larger than ${maxBytes / 1024} KB. Shorten its texts, or remove what is not needed.`
  if (isText(input) && Buffer.byteLength(input) > maxBytes) return tooLarge
  const value = isText(input) ? parseText(input) : input
  if (value === undefined) return 'Invalid JSON, could not parse manifest'
  if (!isObject(value)) return 'A manifest is a JSON object: it starts with { and ends with }.'
  if (isDeeperThan(value, maxDepth)) return `The manifest is nested more than ${maxDepth} levels deep.`
  const text = isText(input) ? input : stringify(value)
  if (text === undefined) return 'The manifest could not be read as JSON.'
  return Buffer.byteLength(text) > maxBytes ? tooLarge : value
}

/** Nothing for a text that is no JSON: JSON itself has no such value. */
function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Nothing for a value JSON has no words for, such as a big integer. */
function stringify(value: ManifestContent): string | undefined {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** Level by level rather than by recursion: a deep enough document would overflow the stack. */
function isDeeperThan(value: unknown, limit: number): boolean {
  let level = [value]
  for (let depth = 0; depth <= limit; depth++) {
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
    if (level.length === 0) return false
  }
  return true
}
