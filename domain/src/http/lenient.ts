import { z } from 'zod'

type Schema = z.core.$ZodType
type Literal = z.core.util.Literal

const made = new WeakMap<Schema, Schema>()

const openTypes: Record<string, Schema> = { string: z.string(), number: z.number() }

/** Returns a schema for any value of the types that these values have. */
function openTo(values: readonly Literal[]): Schema {
  const types = new Set(values.map((value) => typeof value))
  const fixed = values.filter((value) => !((typeof value) in openTypes))
  const open = [...types].flatMap((type) => openTypes[type] ?? [])
  return z.union([...open, ...fixed.map((value) => z.literal(value))])
}

function make(schema: Schema): Schema {
  const known = made.get(schema)
  if (known) return known
  const lenientForm = rebuild(schema)
  made.set(schema, lenientForm)
  return lenientForm
}

const isSchema = (part: unknown): part is Schema => part instanceof z.core.$ZodType

/** The properties in which a schema stores nested schemas. Its checks are not among them. */
const singleParts = ['element', 'innerType', 'keyType', 'valueType', 'left', 'right', 'in', 'out', 'rest']
const listParts = ['items', 'options']

function madeParts(def: object): [name: string, part: unknown][] {
  const parts: Record<string, unknown> = { ...def }
  return [
    ...singleParts.flatMap((name): [string, unknown][] => {
      const part = parts[name]
      return isSchema(part) ? [[name, make(part)]] : []
    }),
    ...listParts.flatMap((name): [string, unknown][] => {
      const list = parts[name]
      return Array.isArray(list) ? [[name, list.filter(isSchema).map(make)]] : []
    }),
  ]
}

/** Returns an object schema that drops unknown fields, unless the original accepts every field. */
function openObject({ shape, catchall }: z.core.$ZodObjectDef) {
  const fields = Object.entries(shape).map(([name, field]) => [name, make(field)])
  const isStrict = catchall?._zod.def.type === 'never'
  return { shape: Object.fromEntries(fields), catchall: catchall && !isStrict ? make(catchall) : undefined }
}

/** Returns the same schema, including its checks, over lenient parts. */
function rebuild(schema: Schema): Schema {
  // Every zod schema is one of these, though its interface does not say so.
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'enum') return openTo(Object.values(def.entries))
  if (def.type === 'literal') return openTo(def.values)
  if (def.type === 'lazy') return z.lazy(() => make(def.getter()))
  // Each variant has fields of its own, so an unknown variant can't be read.
  if (def.type === 'union' && 'discriminator' in def) return schema
  const parts = def.type === 'object' ? openObject(def) : Object.fromEntries(madeParts(def))
  return Object.keys(parts).length === 0 ? schema : z.core.clone(schema, { ...def, ...parts })
}

/**
 * Returns a schema that also accepts values its enumerations do not list, and fields it does not know. Use it for
 * replies, which may come from a newer server than the page. The server itself parses the same reply strictly.
 *
 * The type still lists only the known values: code that reads such a value must handle any other.
 */
export function lenient<S extends z.ZodType>(schema: S): S {
  return make(schema) as S
}
