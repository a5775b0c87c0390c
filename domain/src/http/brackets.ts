/** The bracket notation of the API: `filters[owner_id][]=1&filters[search]=x`, for queries, forms and addresses. */
export type BracketValue = string | BracketValue[] | { [key: string]: BracketValue }

const maxDepth = 5
const maxIndex = 1000

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function toEntries(name: string, value: unknown): [string, string][] {
  if (value === undefined) return []
  if (value === null) return [[name, '']]
  if (Array.isArray(value)) {
    // Objects need an index: with empty brackets their fields would mix.
    return value.flatMap((item, i) => toEntries(isRecord(item) ? `${name}[${i}]` : `${name}[]`, item))
  }
  if (isRecord(value))
    return Object.entries(value).flatMap(([key, item]) => toEntries(`${name}[${key}]`, item))
  return [[name, String(value as string | number | boolean)]]
}

/** Returns nested fields as flat bracket names, for a form or multipart body. */
export function flattenBrackets(fields: Record<string, unknown>): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]) => toEntries(name, value))
}

/** Returns a query string without its question mark. Brackets stay readable; everything else is escaped. */
export function stringifyBrackets(fields: Record<string, unknown>): string {
  return flattenBrackets(fields)
    .map(([name, value]) => `${encodeName(name)}=${encodeURIComponent(value)}`)
    .join('&')
}

const encodeName = (name: string) => encodeURIComponent(name).replaceAll('%5B', '[').replaceAll('%5D', ']')

function parseBracketName(name: string): string[] {
  const first = name.indexOf('[')
  if (first <= 0 || !name.endsWith(']')) return [name]
  return [name.slice(0, first), ...name.slice(first + 1, -1).split('][')].slice(0, maxDepth + 1)
}

type Branch = Map<string, Branch | string[]>

function setValue(branch: Branch, path: string[], value: string): void {
  const [key, next, ...rest] = path
  if (key === undefined) return
  const found = branch.get(key)
  if (next === undefined || (next === '' && rest.length === 0)) {
    const list = next === undefined ? key : `${key}[]`
    const values = branch.get(list)
    if (Array.isArray(values)) values.push(value)
    else branch.set(list, [value])
    return
  }
  const child: Branch = found instanceof Map ? found : new Map()
  branch.set(key, child)
  setValue(child, [next, ...rest], value)
}

/** Returns whether keys are 0, 1, 2 …, which make a list of objects. Any other keys make an object. */
function isIndexed(branch: Branch): boolean {
  const keys = [...branch.keys()]
  return keys.length > 0 && keys.length <= maxIndex && keys.every((key, i) => key === String(i))
}

function toObject(branch: Branch): Record<string, BracketValue> {
  const object: Record<string, BracketValue> = {}
  for (const [key, item] of branch) {
    // A map treats `__proto__` like any other key; an object would not.
    if (key === '__proto__') continue
    if (key.endsWith('[]') && Array.isArray(item)) object[key.slice(0, -2)] = item
    else object[key] = settle(item)
  }
  return object
}

/** Returns the value of a name. The last one wins for a name repeated without brackets. */
function settle(item: Branch | string[]): BracketValue {
  if (Array.isArray(item)) return item.at(-1) ?? ''
  return isIndexed(item) ? [...item.values()].map(settle) : toObject(item)
}

/** Decodes a text. A hand-typed address may contain a lone percent sign: then the text stays as it is. */
function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

/** Parses a query string, the opposite of `stringifyBrackets`. Every leaf is text. */
export function parseBrackets(query: string): Record<string, BracketValue> {
  const root: Branch = new Map()
  for (const pair of query.replace(/^\?/, '').split('&')) {
    const [name = '', ...value] = pair.split('=')
    if (name !== '') setValue(root, parseBracketName(decode(name)), decode(value.join('=')))
  }
  return toObject(root)
}
