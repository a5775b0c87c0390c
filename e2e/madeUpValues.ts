import { readdirSync } from 'node:fs'
import type { Endpoint } from '@trestle/domain/http/endpoint.ts'
import type { Route } from '@playwright/test'

const seen = { values: 0 }

/** No two alike, as the keys of a list have to be. */
const madeUp = () => `made_up_${(seen.values += 1)}`

const contracts = new URL('../domain/src/', import.meta.url)

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** Every call of the API, as its contract has it. */
async function allEndpoints(): Promise<Endpoint[]> {
  const files = readdirSync(contracts, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('/contract.ts'),
  )
  const modules = await Promise.all(
    files.map((file) => import(new URL(file, contracts).href) as Promise<Record<string, unknown>>),
  )
  return modules.flatMap((module) => Object.values(module).filter(isEndpoint))
}

const shapeOf = ({ path }: Endpoint) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)

/** What this needs to know of zod's schemas. */
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

/** The same value with a made-up one wherever its schema lists the values there are. */
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

/** Answers as a server of a later version may: with values this page has never heard of. */
export async function answersWithMadeUpValues(): Promise<(route: Route) => Promise<void>> {
  const endpoints = await allEndpoints()
  return async (route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    const endpoint = endpoints.find(
      (each) => each.method === request.method() && shapeOf(each).test(pathname),
    )
    if (!endpoint?.reply || request.method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    if (!response.ok()) return route.fulfill({ response })
    await route.fulfill({ response, json: plant(endpoint.reply as unknown as Schema, await response.json()) })
  }
}
