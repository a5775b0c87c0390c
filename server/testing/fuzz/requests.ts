import { scripts, texts, values } from './hostile.ts'
import type { Random } from './random.ts'
import { createValues, type Pool, type Schema } from './values.ts'
import { writeForm, type FormPart } from '../pictures.ts'

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Schema
}

export interface Operation {
  method: string
  path: string
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema } | undefined> }
  security: Record<string, string[]>[]
}

/** A request as it is sent, without the cookies, the CSRF token and the bearer token of its role. */
export interface FuzzedRequest {
  operation: Operation
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}

type Document = { paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>> }

export const listOperations = ({ paths }: Document): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  )

/**
 * Returns a function that creates requests of an operation: `validShare` of them valid, the others broken in one way.
 */
export function createRequests(random: Random, pool: Pool, files: readonly Buffer[], validShare = 0.6) {
  const { chance, integer, pick } = random
  const { fromSchema, toText, breaks, beCalm } = createValues(random, pool)

  function toUrl({ path, parameters = [] }: Operation): string {
    const segments = path.split('/').map((segment, index, all) => {
      const name = /^\{(\w+)\}/.exec(segment)?.[1]
      if (!name) return segment
      const parameter = parameters.find((each) => each.in === 'path' && each.name === name)
      const list = all[index - 1] ?? ''
      const known =
        name === 'id' ? pool.find(list) : (pool.find(parameter?.schema.pooledAs ?? name) ?? pool.find(list))
      if (breaks(0.08)) return encode(pick(texts).slice(0, 400))
      return encode(known !== undefined && !breaks(0.3) ? known : fromSchema(parameter?.schema ?? {}, name))
    })
    const query = parameters
      .filter((each) => each.in === 'query' && (each.required ? !breaks(0.1) : chance(0.3)))
      .flatMap(({ name, schema }) => toPairs(name, fromSchema(schema, name)))
    if (breaks(0.05)) query.push(`${encode(pick(texts).slice(0, 400))}=${encode(pick(texts).slice(0, 400))}`)
    return segments.join('/') + (query.length > 0 ? `?${query.join('&')}` : '')
  }

  function toHeaders({ parameters = [] }: Operation): Record<string, string> {
    const isSent = ({ name, required }: Parameter) => {
      if (required) return !breaks(0.1)
      return name === 'authorization' ? chance(0.7) : breaks(0.2)
    }
    const sent = parameters.filter((each) => each.in === 'header' && isSent(each))
    return Object.fromEntries(
      sent.map(({ name, schema }) => [name.toLowerCase(), toHeaderValue(fromSchema(schema, name))]),
    )
  }

  function toBody({ requestBody }: Operation): Pick<FuzzedRequest, 'headers' | 'payload'> {
    const json = requestBody?.content['application/json']
    const form = requestBody?.content['multipart/form-data']
    if (form && (!json || chance(0.7))) return writeForm(toParts(form.schema))
    const urlEncoded = requestBody?.content['application/x-www-form-urlencoded']
    if (urlEncoded) return toUrlEncoded(fromSchema(urlEncoded.schema, ''))
    if (!json) return breaks(0.05) ? toJson(pick(values)) : { headers: {} }
    if (breaks(0.08)) return toBroken(fromSchema(json.schema, ''))
    return toJson(fromSchema(json.schema, ''))
  }

  function toBroken(value: unknown): Pick<FuzzedRequest, 'headers' | 'payload'> {
    const text = JSON.stringify(value)
    const type = pick([
      'application/json; charset=utf-16',
      'application/json; charset=x',
      'text/plain',
      'text/html',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'application/xml',
      '',
    ])
    const payload = pick([
      text,
      text.slice(0, integer(text.length)),
      `${text}}`,
      `\ufeff${text}`,
      'a[b][c]=1&a[b]=2&a=3&__proto__[x]=1',
      Buffer.from([0xff, 0xfe, 0x00, 0x80]),
    ])
    return { headers: { 'content-type': type }, payload }
  }

  function toParts({ properties = {} }: Schema): FormPart[] {
    const parts = Object.entries(properties).flatMap(([name, schema]): FormPart[] => {
      if (schema.contentMediaType) return breaks(0.3) ? [] : [toFile(name)]
      if (chance(0.5)) return []
      if (schema.type === 'object') {
        const inner = toParts(schema)
        return inner.map((part) => ({ ...part, name: `${name}[${part.name}]` }))
      }
      const value = fromSchema(schema, name)
      return [{ name, value: typeof value === 'string' ? value : (JSON.stringify(value) ?? '') }]
    })
    return breaks(0.08) ? [...parts, toFile(toText({ maxLength: 30 }))] : parts
  }

  const toFile = (name: string): FormPart => ({
    name: name.replaceAll(/["\r\n]/g, ''),
    value: pick(files),
    filename: pick([...scripts, 'a.png', 'tour.mp4', 'paper.pdf', '../../x.svg', '']).replaceAll(
      /["\r\n]/g,
      '',
    ),
    type: pick(['image/png', 'image/svg+xml', 'text/html', 'video/mp4', 'application/pdf', 'x']),
  })

  const oddHeaders: Record<string, string>[] = [
    { 'if-none-match': '"x"' },
    { 'if-modified-since': 'yesterday' },
    { range: 'bytes=9-1,-0,0-' },
    { accept: 'text/html;q=2,*/*' },
    { 'accept-encoding': 'br;q=0, zstd, gzip;q=x' },
    { 'accept-language': 'x'.repeat(3_000) },
    { 'x-csrf-token': 'x' },
    { authorization: 'Bearer x' },
    { authorization: 'Basic Og==' },
    { cookie: 'trestle_session=%; a=b; =' },
    { 'x-forwarded-for': '::ffff:1.2.3.4, x' },
    { origin: 'null' },
    { 'content-encoding': 'gzip' },
  ]

  return (operation: Operation): FuzzedRequest => {
    beCalm(chance(validShare))
    const { headers, payload } = toBody(operation)
    return {
      operation,
      url: toUrl(operation),
      headers: { ...headers, ...toHeaders(operation), ...(breaks(0.1) && pick(oddHeaders)) },
      ...(payload !== undefined && { payload }),
    }
  }
}

const toJson = (value: unknown): Pick<FuzzedRequest, 'headers' | 'payload'> => ({
  headers: { 'content-type': 'application/json' },
  payload: JSON.stringify(value),
})

const toUrlEncoded = (value: unknown): Pick<FuzzedRequest, 'headers' | 'payload'> => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: Object.entries(value ?? {})
    .flatMap(([name, item]) => toPairs(encode(name), item))
    .join('&'),
})

/** Other characters can't be sent in a header. */
const toHeaderValue = (value: unknown): string => String(value).replaceAll(/[^\x20-\x7e]/g, '')

/** Encodes a value for an address. Strings that aren't valid Unicode can't be encoded. */
const encode = (value: unknown): string =>
  encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed())

/** Writes a query parameter, whose objects and lists have brackets. */
function toPairs(name: string, value: unknown): string[] {
  if (name.length > 2_000) return [name]
  if (Array.isArray(value)) return value.slice(0, 50).flatMap((item) => toPairs(`${name}[]`, item))
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .slice(0, 50)
      .flatMap(([key, item]) => toPairs(`${name}[${encode(key)}]`, item))
  }
  return [`${name}=${encode(value ?? '')}`]
}
