import type { Route } from '@playwright/test'
import { routes } from '../server/src/routes.ts'

const seen = { values: 0 }

/** Unique, because some of these values are the keys of lists. */
const madeUp = () => `made_up_${(seen.values += 1)}`

/** The part of zod's schemas that this module reads. */
interface Schema {
  _zod: { def: Definition }
  safeParse: (value: unknown) => { success: boolean }
}

interface Definition {
  type: string
  element?: Schema
  innerType?: Schema
  valueType?: Schema
  options?: Schema[]
  shape?: Record<string, Schema>
}

/** Returns the value with made-up ones wherever its schema lists the possible values. */
function plant(schema: Schema | undefined, value: unknown): unknown {
  if (!schema || value === null || value === undefined) return value
  const { type, element, innerType, valueType, options, shape } = schema._zod.def
  if (type === 'enum') return madeUp()
  if (type === 'literal') return typeof value === 'number' ? 99 : value
  if (options) {
    return plant(
      options.find((option) => option.safeParse(value).success),
      value,
    )
  }
  if (Array.isArray(value)) return value.map((item) => plant(element, item))
  if (typeof value !== 'object' || innerType) return plant(innerType, value)
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, plant(shape?.[name] ?? valueType, item)]),
  )
}

const replies = routes.flatMap(({ endpoint: { method, path, reply } }) =>
  method === 'GET' && reply
    ? [{ address: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`), schema: reply as unknown as Schema }]
    : [],
)

/** Replies like a server of a later version, with values that this page doesn't know. */
export async function replyWithMadeUpValues(route: Route): Promise<void> {
  const request = route.request()
  const { pathname } = new URL(request.url())
  const reply = replies.find(({ address }) => address.test(pathname))
  if (!reply || request.method() !== 'GET') return route.fallback()
  const response = await route.fetch()
  if (!response.ok()) return route.fulfill({ response })
  await route.fulfill({ response, json: plant(reply.schema, await response.json()) })
}
