import { mark, scripts, texts, values } from './hostile.ts'
import type { Random } from './random.ts'

/** The part of JSON Schema that the OpenAPI document uses. */
export interface Schema {
  type?: 'null' | 'boolean' | 'integer' | 'number' | 'array' | 'object' | 'string'
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  format?: string
  pattern?: string
  contentMediaType?: string
  /** The name of the collected values that fit, if it differs from the field's. */
  pooledAs?: string
}

/** Values that replies contained, by the name of their field or of the list they are in. */
export interface Pool {
  find: (name: string) => unknown
}

/** Texts that the rules of some fields accept, although the schema only says that they are texts. */
const examples: [name: RegExp, make: (number: number) => string][] = [
  [/email/, (number) => `fuzz${number}@example.test`],
  [/password/, () => 'correct-horse-battery-9'],
  [/url|uri|link|website/, (number) => `https://example.test/${number}?a="onclick="${mark}`],
  [/domain/, (number) => `https://fuzz${number}.example.test`],
  [/version/, (number) => `${Math.floor(number / 100)}.${number % 100}.0`],
]

/** A manifest that can be saved. Its schema allows any object. */
const manifest = (text: string) => ({
  schema_version: '4.1',
  fullscreen: { source_url: 'https://app.example.test/board', description: text },
})

/** Creates values that mostly fit a schema, with hostile texts in them. */
export function createValues(random: Random, pool: Pool) {
  const { chance, integer, pick } = random
  let isCalm = false
  /** Whether to break something here. Never in valid requests, because most broken requests fail the first check. */
  const breaks = (probability: number): boolean => !isCalm && chance(probability)

  function fromSchema(schema: Schema, name: string, depth = 0): unknown {
    if (breaks(0.01)) return pick(values)
    const known = chance(isCalm ? 0.9 : 0.6) ? pool.find(schema.pooledAs ?? name) : undefined
    if (known !== undefined) return known
    if (name === 'content' && chance(0.7)) return manifest(pick(scripts))
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return breaks(0.02) ? pick(texts) : pick(schema.enum)
    const options = schema.anyOf ?? schema.oneOf
    if (options) return fromSchema(pick(options), name, depth)
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((each) => fromSchema(each, name, depth)))
    switch (schema.type) {
      case 'null':
        return null
      case 'boolean':
        return chance(0.5)
      case 'integer':
      case 'number':
        return toNumber(schema)
      case 'array':
        return toArray(schema, name, depth)
      case 'object':
        return toObject(schema, depth)
      case 'string':
        return toText(schema, name)
      case undefined:
        // Any value: mostly a switch, which the contract also reads from a form's text.
        return breaks(0.5) ? pick(values) : chance(0.5)
    }
  }

  function toNumber({ minimum, exclusiveMinimum, maximum = 2 ** 31 }: Schema): number {
    const lowest = minimum ?? (exclusiveMinimum ?? -1) + 1
    return breaks(0.4) ? pick([lowest - 1, lowest, maximum, maximum + 1]) : lowest + integer(40)
  }

  function toArray(
    { items = {}, minItems = 0, maxItems = 5 }: Schema,
    name: string,
    depth: number,
  ): unknown[] {
    const length = breaks(0.02) ? Math.min(maxItems, 3_000) + 1 : Math.min(minItems + integer(3), maxItems)
    return Array.from({ length }, () => fromSchema(items, name.replace(/s$/, ''), depth + 1))
  }

  function toObject(schema: Schema, depth: number): Record<string, unknown> {
    const { properties = {}, required = [], additionalProperties } = schema
    const value: Record<string, unknown> = {}
    for (const [name, property] of Object.entries(properties)) {
      const isMissing = required.includes(name) ? breaks(0.02) : chance(isCalm || depth > 4 ? 0.8 : 0.6)
      if (!isMissing) value[name] = fromSchema(property, name, depth + 1)
    }
    if (typeof additionalProperties === 'object') {
      for (let more = integer(3); more > 0; more -= 1) {
        value[toText({ maxLength: 40 })] = fromSchema(additionalProperties, '', depth + 1)
      }
    } else if (breaks(0.02)) value[pick(texts)] = pick(values)
    return value
  }

  function toText({ format, pattern, minLength = 0, maxLength = 200 }: Schema, name = ''): string {
    if (breaks(0.03)) return pick(texts)
    if (format === 'uuid') return '00000000-0000-4000-8000-00000000000' + integer(10)
    if (format === 'date-time') return new Date(1_780_000_000_000 + integer(1_000_000) * 86_400).toISOString()
    if (pattern === String.raw`^\d+$`) return String(integer(60))
    const example = examples.find(([form]) => form.test(name))
    if (example && !breaks(0.2)) return example[1](integer(10_000))
    // Padded, so that a script isn't refused only because it is too short.
    const text = breaks(0.2) ? pick(texts) : pick(scripts)
    return text.padEnd(minLength, 'x').slice(0, Math.max(maxLength, minLength))
  }

  return { fromSchema, toText, breaks, beCalm: (calm: boolean) => (isCalm = calm) }
}
