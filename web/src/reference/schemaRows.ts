import { isObject, toArray, type JsonObject } from '@trestle/domain/json/values.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const nothing: JsonObject = {}

/** Follows `#/components/…` references, including references to references. */
export function resolved(document: JsonObject, value: unknown): JsonObject {
  let found = value
  for (let step = 0; step < 10 && isObject(found) && typeof found['$ref'] === 'string'; step += 1) {
    const parts = found['$ref'].replace(/^#\//, '').split('/')
    found = parts.reduce<unknown>((part, key) => (isObject(part) ? part[key] : undefined), document)
  }
  return isObject(found) ? found : nothing
}

/** A field of a request or response body in a flat list; `depth` is its nesting level. */
export interface SchemaRow {
  key: string
  name: string
  depth: number
  type: string
  required: boolean
  description: string
  values: string[]
}

const deepest = 4
const maxRows = 120

/** Returns a readable type: `integer`, `list of Project`, `text or null`. */
export function typeName(document: JsonObject, value: unknown): string {
  const schema = resolved(document, value)
  const types = (Array.isArray(schema['type']) ? schema['type'] : [schema['type']]).map(text).filter(Boolean)
  if (types.includes('array')) return `list of ${typeName(document, schema['items'])}`
  const variants = [...toArray(schema['oneOf']), ...toArray(schema['anyOf'])]
  if (types.length === 0 && variants.length > 0) {
    return [...new Set(variants.map((each) => typeName(document, each)))].join(' or ')
  }
  const name = types.length > 0 ? types.join(' or ') : 'object'
  const format = text(schema['format'])
  return format === '' ? name : `${name} (${format})`
}

interface Shape {
  properties: JsonObject
  required: string[]
}

/** Returns the fields of an object, of all its parts, or of a list's items. */
function toShape(document: JsonObject, value: unknown, depth = 0): Shape {
  const schema = resolved(document, value)
  if (depth > deepest) return { properties: {}, required: [] }
  if (isObject(schema['items'])) return toShape(document, schema['items'], depth + 1)
  const [variant] = [...toArray(schema['oneOf']), ...toArray(schema['anyOf'])]
  const parts = [...toArray(schema['allOf']), ...(variant === undefined ? [] : [variant])]
  const shapes = parts.map((part) => toShape(document, part, depth + 1))
  return {
    properties: Object.assign(
      {},
      ...shapes.map(({ properties }) => properties),
      schema['properties'],
    ) as JsonObject,
    required: [...shapes.flatMap(({ required }) => required), ...toArray(schema['required']).map(text)],
  }
}

/** Returns a schema and the schema of its items, to detect recursion while its fields are listed. */
function toShapes(document: JsonObject, value: unknown): JsonObject[] {
  const schema = resolved(document, value)
  return [schema, resolved(document, schema['items'])].filter((shape) => shape !== nothing)
}

/** Returns a schema as a flat list of its fields. A recursive schema is listed once. */
export function schemaRows(document: JsonObject, value: unknown): SchemaRow[] {
  const rows: SchemaRow[] = []
  const walk = (schema: unknown, depth: number, way: string, inside: unknown[]) => {
    const { properties, required } = toShape(document, schema)
    for (const [name, property] of Object.entries(properties)) {
      if (rows.length >= maxRows) return
      const field = resolved(document, property)
      const key = `${way}/${name}`
      rows.push({
        key,
        name,
        depth,
        type: typeName(document, property),
        required: required.includes(name),
        description: text(field['description']),
        values: toArray(field['enum']).map(String),
      })
      const own = toShapes(document, property)
      if (depth < deepest && !own.some((shape) => inside.includes(shape))) {
        walk(field, depth + 1, key, [...inside, ...own])
      }
    }
  }
  walk(value, 0, '', toShapes(document, value))
  return rows
}
