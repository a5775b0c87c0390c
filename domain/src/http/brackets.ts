import { isObject } from '../json/values.ts'

/** The bracket notation of the API: `filters[owner_id][]=1&filters[search]=x`, for queries, forms and addresses. */
export type BracketValue = string | BracketValue[] | { [key: string]: BracketValue }

/** The most values in one query, and the most levels of brackets in a name. A form has the limit of its call. */
export const bracketLimits = { values: 200, depth: 5 } as const

/** Larger numbers in brackets are field names. */
const maxIndex = 1000

function toEntries(name: string, value: unknown): [string, string][] {
  if (value === undefined) return []
  if (value === null) return [[name, '']]
  if (Array.isArray(value)) {
    // Objects need an index: with empty brackets their fields would mix.
    return value.flatMap((item, i) => toEntries(isObject(item) ? `${name}[${i}]` : `${name}[]`, item))
  }
  if (isObject(value)) {
    return Object.entries(value).flatMap(([key, item]) => toEntries(`${name}[${key}]`, item))
  }
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

/** Returns the keys of a name: `filters[owner_id][]` has three, the last one empty. */
function parseBracketName(name: string): string[] {
  const first = name.indexOf('[')
  if (first <= 0 || !name.endsWith(']')) return [name]
  return [name.slice(0, first), ...name.slice(first + 1, -1).split('][')]
}

/** Everything in a query below one key. A map treats `__proto__` like any other key; an object would not. */
interface Branch {
  /** The values of the key itself: `name=x`. */
  texts: string[]
  /** The values of the key with empty brackets: `name[]=x`. */
  items: string[]
  /** The objects of the key with empty brackets: `name[][label]=x`. */
  rows: Branch[]
  fields: Map<string, Branch>
}

const newBranch = (): Branch => ({ texts: [], items: [], rows: [], fields: new Map() })

function addValue(branch: Branch, [key, ...rest]: string[], value: string): void {
  if (key === undefined) return void branch.texts.push(value)
  if (key === '' && rest.length === 0) return void branch.items.push(value)
  addValue(key === '' ? openRow(branch, rest) : openField(branch, key), rest, value)
}

function openField({ fields }: Branch, key: string): Branch {
  const field = fields.get(key) ?? newBranch()
  fields.set(key, field)
  return field
}

/**
 * Returns the row that a value belongs to: `contacts[][name]` and `contacts[][email]` are fields of one contact, and
 * a second `contacts[][name]` begins the next one, as in Rack.
 */
function openRow({ rows }: Branch, path: string[]): Branch {
  const last = rows.at(-1)
  if (last && !hasField(last, path)) return last
  const row = newBranch()
  rows.push(row)
  return row
}

/** Returns whether a branch has the field. A list takes any number of values, so it never counts. */
const hasField = (branch: Branch | undefined, [key, ...rest]: string[]): boolean =>
  key === undefined ? branch !== undefined : key !== '' && hasField(branch?.fields.get(key), rest)

const isIndex = (key: string): boolean => /^(0|[1-9]\d{0,3})$/.test(key) && Number(key) <= maxIndex

function toFields(fields: Branch['fields']): BracketValue {
  if ([...fields.keys()].every(isIndex)) {
    return [...fields].toSorted(([a], [b]) => Number(a) - Number(b)).map(([, item]) => toValue(item))
  }
  return toObject(fields)
}

function toObject(fields: Branch['fields']): Record<string, BracketValue> {
  const object: Record<string, BracketValue> = {}
  for (const [key, item] of fields) if (key !== '__proto__') object[key] = toValue(item)
  return object
}

/** A name that occurs several times, or in several forms, is the list of all its values, so that none is lost. */
function toValue({ texts, items, rows, fields }: Branch): BracketValue {
  const list: BracketValue[] = [...texts, ...items, ...rows.map(toValue)]
  if (list.length === 0) return toFields(fields)
  if (fields.size > 0) list.push(toFields(fields))
  return list.length === 1 ? (texts[0] ?? list) : list
}

/** Decodes a string. A hand-typed address may contain a lone percent sign: then the text stays as it is. */
function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

/**
 * Parses a query or form, the opposite of `stringifyBrackets`. Every leaf is text.
 *
 * @returns null if the text has more values than the limit, or nests them deeper than `bracketLimits` allows
 */
export function parseBrackets(
  query: string,
  { values }: { values: number } = bracketLimits,
): Record<string, BracketValue> | null {
  const pairs = query.replace(/^\?/, '').split('&')
  if (pairs.length > values) return null
  const root = newBranch()
  for (const pair of pairs) {
    const [name = '', ...value] = pair.split('=')
    const path = parseBracketName(decode(name))
    if (path.length > bracketLimits.depth + 1) return null
    if (name !== '') addValue(root, path, decode(value.join('=')))
  }
  return toObject(root.fields)
}
