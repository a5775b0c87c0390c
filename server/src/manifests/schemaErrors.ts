import type { ManifestError, SchemaVersion } from '@trestle/domain/manifests/contract.ts'
import { toObject, pointer } from '@trestle/domain/json/values.ts'
import { httpsPattern } from '@trestle/domain/manifests/validation/schemaParts.ts'
import { isBlank, withoutDirectionOverrides } from '@trestle/domain/text/characters.ts'
import { nearestName } from '@trestle/domain/permissions/nearest.ts'
import type { ErrorObject } from 'ajv'

const instruction = '/post_installation_instruction'
const instructionLeaves = ['', '/notes', '/page', '/page/url', '/page/label'].map(
  (leaf) => instruction + leaf,
)

/** Keys that are left in a document that was only half converted from the other version. */
const rootKeys: Record<SchemaVersion, string[]> = {
  '3': ['components'],
  '4.1': ['fullscreen', 'sidepanel', 'permissions', 'oauth'],
}

/** Converts the validator's findings to messages: one for each wrong value, and one for each missing key. */
export function schemaErrors(found: readonly ErrorObject[], version: SchemaVersion): ManifestError[] {
  const seen = new Set<string>()
  return found.flatMap((error) => {
    const described = describe(error, version)
    if (described === null) return []
    const isKeyMissing = error.keyword === 'required' && described.path !== instruction
    const fault = isKeyMissing ? `${described.path} ${described.message}` : described.path
    if (seen.has(fault)) return []
    seen.add(fault)
    return [described]
  })
}

function describe(error: ErrorObject, version: SchemaVersion): ManifestError | null {
  const path = error.instancePath
  if (instructionLeaves.includes(path) && isMissing(error)) {
    return { path: instruction, message: 'All post installation instruction fields must be present' }
  }
  if (error.keyword === 'additionalProperties') return unknownKey(error, version)
  const message = messages[error.keyword]
  return message === undefined ? null : { path, message: message(nameAt(path), error) }
}

const isMissing = ({ keyword, data }: ErrorObject): boolean =>
  keyword === 'required' || (['minLength', 'pattern', 'format'].includes(keyword) && isBlank(String(data)))

function unknownKey(
  { instancePath, params, parentSchema }: ErrorObject,
  version: SchemaVersion,
): ManifestError {
  const key = String(params['additionalProperty'])
  const path = pointer(instancePath, key)
  const other = version === '3' ? '4.1' : '3'
  if (instancePath === '' && rootKeys[other].includes(key)) {
    return {
      path,
      message: `${quote(key)} belongs to schema version ${other}, but this manifest uses ${version}.`,
    }
  }
  const known = Object.keys(toObject(parentSchema?.['properties']))
  const nearest = nearestName(key, known)
  const hint =
    nearest === null ? `Known keys: ${known.map(quote).join(', ')}.` : `Did you mean ${quote(nearest)}?`
  return { path, message: `${quote(key)} isn't a known key here. ${hint}` }
}

const quote = (value: unknown): string => JSON.stringify(String(value).slice(0, 80))

/** Returns the key an error is about: its last part, or for a list entry, the list and the entry's position. */
function nameAt(path: string): string {
  const steps = path.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const last = steps.at(-1) ?? ''
  if (steps.length === 1) return 'The manifest'
  return /^\d+$/.test(last) ? `Entry ${Number(last) + 1} of ${quote(steps.at(-2))}` : quote(last)
}

const kinds: Record<string, string> = {
  object: 'an object',
  array: 'a list',
  string: 'a string',
  boolean: 'true or false',
}

const address = (name: string) => `${name} must be a full URL that starts with https://.`

/** Messages by schema keyword. Keywords that aren't listed (`if`, `then`) only repeat other errors. */
const messages: Record<string, (name: string, error: ErrorObject) => string> = {
  type: (name, { params }) => `${name} must be ${kinds[String(params['type'])] ?? String(params['type'])}.`,
  required: (name, { params }) => `${name} needs ${quote(params['missingProperty'])}.`,
  const: (name, { params }) => `${name} must be ${quote(params['allowedValue'])}.`,
  enum: (name, { schema }) =>
    `${name} must be one of ${Array.isArray(schema) ? schema.map(quote).join(', ') : ''}.`,
  minLength: (name) => `${name} must not be empty.`,
  maxLength: (name, { params }) => `${name} must be at most ${String(params['limit'])} characters long.`,
  pattern: (name, { schema }) => {
    if (schema === httpsPattern) return address(name)
    if (schema === withoutDirectionOverrides) {
      return `${name} contains an invisible character that changes the direction of text.`
    }
    return `${name} must not be empty.`
  },
  format: (name) => `${name} must be a UUID. If you leave it out, a new one is generated.`,
  minItems: (name) => `${name} needs at least one entry.`,
  maxItems: (name, { params }) =>
    params['limit'] === 0
      ? `${name} doesn't apply to a full screen component, which opens from the menu.`
      : `${name} can have at most ${String(params['limit'])}.`,
  uniqueItems: (name, { params, data }) =>
    `${name} contains ${quote(Array.isArray(data) ? data[params['j']] : '')} twice.`,
  maxProperties: (name, { params }) => `${name} can have at most ${String(params['limit'])}.`,
  minProperties: (name, { parentSchema }) =>
    `${name} needs ${Object.keys(toObject(parentSchema?.['properties'])).map(quote).join(' or ')}.`,
  'false schema': (name) => `${name} requires the grant type "client_credentials".`,
}
