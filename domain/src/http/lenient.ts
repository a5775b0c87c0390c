import { z } from 'zod'

type Schema = z.core.$ZodType
type Literal = z.core.util.Literal

const made = new WeakMap<Schema, Schema>()

const openTypes: Record<string, Schema> = { string: z.string(), number: z.number() }

/** Any value of the types these values have. */
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

/** Where a schema holds others: one each, or a list of them. A list of checks is none of these. */
const ones = ['element', 'innerType', 'keyType', 'valueType', 'left', 'right', 'in', 'out', 'rest']
const lists = ['items', 'options']

function madeParts(def: object): [name: string, part: unknown][] {
  const parts: Record<string, unknown> = { ...def }
  return [
    ...ones.flatMap((name): [string, unknown][] => {
      const part = parts[name]
      return isSchema(part) ? [[name, make(part)]] : []
    }),
    ...lists.flatMap((name): [string, unknown][] => {
      const list = parts[name]
      return Array.isArray(list) ? [[name, list.filter(isSchema).map(make)]] : []
    }),
  ]
}

/** A field that the page does not know is cut off, as by an ordinary object, unless the page asks for every field. */
function openObject({ shape, catchall }: z.core.$ZodObjectDef) {
  const fields = Object.entries(shape).map(([name, field]) => [name, make(field)])
  const isStrict = catchall?._zod.def.type === 'never'
  return { shape: Object.fromEntries(fields), catchall: catchall && !isStrict ? make(catchall) : undefined }
}

/** The same schema, with its own checks, over lenient parts. */
function rebuild(schema: Schema): Schema {
  // Every schema of zod is one of these; the interface alone does not say so.
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'enum') return openTo(Object.values(def.entries))
  if (def.type === 'literal') return openTo(def.values)
  if (def.type === 'lazy') return z.lazy(() => make(def.getter()))
  // Told apart by a word, variants have fields of their own: nothing can be made of an unknown one.
  if (def.type === 'union' && 'discriminator' in def) return schema
  const parts = def.type === 'object' ? openObject(def) : Object.fromEntries(madeParts(def))
  return Object.keys(parts).length === 0 ? schema : z.core.clone(schema, { ...def, ...parts })
}

/**
 * Returns a schema that takes values its enumerations do not list, as they are, and fields it does not know: for
 * replies, which may come from a newer server than the page. The server parses the same reply strictly.
 *
 * The type still lists the known values only: whoever reads a value has to have an answer for another one.
 */
export function lenient<S extends z.ZodType>(schema: S): S {
  return make(schema) as S
}
