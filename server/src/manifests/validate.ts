import { maxBodyDepth } from '@trestle/domain/http/bodyLimit.ts'
import { type CheckContext, crossFieldErrors } from '@trestle/domain/manifests/validation/checks.ts'
import { normalized } from '@trestle/domain/manifests/document/content.ts'
import {
  type ManifestContent,
  type ManifestError,
  type SchemaVersion,
  schemaVersions,
} from '@trestle/domain/manifests/contract.ts'
import {
  maxManifestErrors,
  readManifestText,
  readManifestValue,
  type ReadDocument,
} from '@trestle/domain/manifests/document/document.ts'
import { isText } from '@trestle/domain/json/values.ts'
import { type DuplicateKey, readJsonText } from '@trestle/domain/json/jsonText.ts'
import { schema3 } from '@trestle/domain/manifests/validation/schema3.ts'
import { schema41 } from '@trestle/domain/manifests/validation/schema41.ts'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { schemaErrors } from './schemaErrors.ts'

const limits = new Set(['maxItems', 'maxProperties', 'maxLength'])

const compiled: Record<SchemaVersion, ValidateFunction> = compileSchemas()

function compileSchemas() {
  // verbose: an error includes its schema, so that the message can list the known keys.
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: true })
  addFormats.default(ajv, ['uri', 'uuid'])
  return { '3': ajv.compile(schema3), '4.1': ajv.compile(schema41) }
}

/**
 * Returns the manifest of a request, an object or its text, as it will be stored, or its errors.
 *
 * `bodyText` is the request's JSON body, the only place where duplicate keys of an object are visible.
 */
export function readManifest(input: unknown, context: CheckContext, bodyText = ''): ReadDocument {
  const read = isText(input) ? readManifestText(input) : readManifestValue(input, duplicatesIn(bodyText))
  if (read.content === null) return read
  const content = normalized(read.content)
  const [first, ...others] = contentErrors(content, context).slice(0, maxManifestErrors)
  return first === undefined ? { content, errors: [] } : { content: null, errors: [first, ...others] }
}

/** Returns a manifest's errors, one message per fault. A manifest without errors can be saved (MAN-31). */
export const validateManifest = (input: unknown, context: CheckContext, bodyText?: string): ManifestError[] =>
  readManifest(input, context, bodyText).errors

/** The path of the manifest in the request body. */
const manifestPath = '/manifest/content'

/** Returns the duplicate keys that the body's parser dropped from the manifest, by their paths in it. */
function duplicatesIn(bodyText: string): Pick<DuplicateKey, 'path' | 'key'>[] {
  const reading = readJsonText(bodyText, maxBodyDepth)
  if (reading.problem !== null) return []
  return reading.duplicates
    .filter(({ path }) => path === manifestPath || path.startsWith(`${manifestPath}/`))
    .map(({ path, key }) => ({ path: path.slice(manifestPath.length), key }))
}

function contentErrors(content: ManifestContent, context: CheckContext): ManifestError[] {
  const version = schemaVersions.find((known) => known === content['schema_version'])
  if (version === undefined) return [versionError(content['schema_version'])]
  const check = compiled[version]
  const broken = check(content) ? [] : schemaErrors((check.errors ?? []).slice(0, maxManifestErrors), version)
  // Suggesting a key takes time for each unknown one. A document within the limits has few of them.
  if (check.errors?.some(({ keyword }) => limits.has(keyword))) return broken
  const crossed = crossFieldErrors(content, context)
  if (broken.length === 0) return crossed
  // A key missing from the whole document may be what a misspelled key meant.
  const reported = new Set(['', ...broken.map(({ path }) => path)])
  return [...broken, ...crossed.filter(({ path }) => !reported.has(path))]
}

function versionError(found: unknown): ManifestError {
  if (found === undefined) {
    return {
      path: '',
      message: 'The manifest needs "schema_version". Use "4.1", or "3" for the older form.',
    }
  }
  const shown = isText(found) || typeof found === 'number' ? ` ${JSON.stringify(found).slice(0, 20)}` : ''
  const message = `The schema version${shown} isn't known. Write "schema_version": "4.1", or "3" for the older form.`
  return { path: '/schema_version', message }
}
