import { isBlank } from '../../text/characters.ts'
import { configuredContent, nextVersionContent } from '../document/content.ts'
import type { ConfiguredContent, ManifestContent } from '../contract.ts'
import { type JsonObject, isObject, isText, toObject, without } from '../../json/values.ts'

/**
 * Returns the document in schema version 4.1, with the parts edited on the Configurations tab replaced.
 *
 * The tab and the JSON editor are two views of one document: unchanged parts stay exactly as written, and parts that
 * the tab does not know stay in place.
 */
export function withConfigured(document: ManifestContent, configured: ConfiguredContent): ManifestContent {
  const old = nextVersionContent(document)
  const before = configuredContent(old)
  const content = toObject(rewritten(old, before, wantedParts(before, configured)))
  return withoutEmptyInstruction(withoutEmptyPermissions(content, before, configured), before, configured)
}

/**
 * Returns a written value after applying only the differences between the value read from it and the desired one.
 *
 * Equal values stay exactly as written, including keys omitted because they are empty.
 */
function rewritten(written: unknown, before: unknown, wanted: unknown): unknown {
  if (isSame(before, wanted)) return written
  if (!isObject(written) || !isObject(before) || !isObject(wanted)) return wanted
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(wanted, key))
  const result = new Map(Object.entries(without(written, ...gone)))
  for (const [key, value] of Object.entries(wanted)) {
    const old = Object.hasOwn(before, key) ? before[key] : undefined
    if (isSame(old, value)) continue
    result.set(key, rewritten(Object.hasOwn(written, key) ? written[key] : undefined, old, value))
  }
  return Object.fromEntries(inOrder(result, Object.keys(written), Object.keys(wanted)))
}

/** Existing keys keep their order; new keys go where the edited document has them. */
function inOrder(entries: Map<string, unknown>, written: string[], wanted: string[]): [string, unknown][] {
  const keys = [...entries.keys()].filter((key) => written.includes(key))
  for (const [index, key] of wanted.entries()) {
    if (keys.includes(key) || !entries.has(key)) continue
    const earlier = wanted.slice(0, index).findLast((neighbor) => keys.includes(neighbor))
    const later = wanted.slice(index + 1).find((neighbor) => keys.includes(neighbor))
    if (earlier !== undefined) keys.splice(keys.indexOf(earlier) + 1, 0, key)
    else if (later !== undefined) keys.splice(keys.indexOf(later), 0, key)
    else keys.push(key)
  }
  return keys.map((key) => [key, entries.get(key)])
}

function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isSame(item, b[index]))
  }
  if (!isObject(a) || !isObject(b)) return Object.is(a, b)
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]))
  )
}

/**
 * Returns the desired parts in the order of a manifest. A new full screen component has no empty list for the views it
 * cannot have.
 */
function wantedParts(before: ConfiguredContent, configured: ConfiguredContent): JsonObject {
  const { fullscreen, sidepanel, permissions, oauth, post_installation_instruction } = configured
  const isNew = before.fullscreen === undefined && fullscreen?.views.length === 0
  return {
    ...(fullscreen && { fullscreen: isNew ? without(fullscreen, 'views') : fullscreen }),
    ...(sidepanel && { sidepanel }),
    permissions,
    oauth,
    ...(post_installation_instruction && { post_installation_instruction }),
  }
}

const isEmptyObject = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0

/** Removes scopes without tools, and permissions without scopes, once permissions change. */
function withoutEmptyPermissions(
  content: JsonObject,
  before: ConfiguredContent,
  wanted: ConfiguredContent,
): JsonObject {
  if (isSame(before.permissions, wanted.permissions)) return content
  const scopes = Object.entries(toObject(content['permissions'])).filter(([, tools]) => !isEmptyObject(tools))
  if (scopes.length === 0) return without(content, 'permissions')
  return { ...content, permissions: Object.fromEntries(scopes) }
}

/** Removes empty instructions and their empty fields, once they change (CONF-40). */
function withoutEmptyInstruction(
  content: JsonObject,
  before: ConfiguredContent,
  wanted: ConfiguredContent,
): JsonObject {
  const key = 'post_installation_instruction'
  if (isSame(before[key], wanted[key])) return content
  const instruction = Object.entries(toObject(content[key]))
    .map(([name, value]) => [name, isObject(value) ? withoutBlank(value) : value] as const)
    .filter(([, value]) => !isEmptyObject(value))
  const filled = withoutBlank(Object.fromEntries(instruction))
  return isEmptyObject(filled) ? without(content, key) : { ...content, [key]: filled }
}

const withoutBlank = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => !isText(text) || !isBlank(text)))
