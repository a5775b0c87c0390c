import { globSync } from 'node:fs'
import { reportLeakedSecrets } from '@trestle/domain/oauth/contract.ts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { toFields, innerSchema, listTexts } from '../testing/schemas.ts'
import { toErrorReply } from './http/errorReply.ts'
import { RefusalError } from './errors.ts'
import { parsePart } from './http/parse.ts'
import { routes } from './routes.ts'

test('names each operation id like its constant', async () => {
  const names: string[] = []
  for (const file of globSync('../../domain/src/**/contract.ts', { cwd: import.meta.dirname })) {
    const contract: Record<string, unknown> = await import(file)
    for (const [name, value] of Object.entries(contract)) {
      if (typeof value !== 'object' || value === null || !('method' in value)) continue
      expect(value).toHaveProperty('operationId', name)
      names.push(name)
    }
  }
  expect(names.toSorted()).toEqual(routes.map(({ endpoint }) => endpoint.operationId).toSorted())
})

/** Values of which every kind of filter accepts one. */
const typed = ['1', 'true', '2026-01-31', 'fix', 'Sandbox', 'site', 'failed', 'issued']

const filters = routes.flatMap(({ endpoint: { path, query } }) => {
  const schema = Object.fromEntries(toFields(query))['filters']
  return toFields(schema).map(([name, field]) => ({ path, name, field, schema }))
})

test('finds lists with filters', () => {
  expect(filters.length).toBeGreaterThan(30)
})

/** Filters without which a list refuses the others. */
const requiredFilters = { '/api/v1/manifests': { developer_app_id: '1' } } as Record<string, object>

test.each(filters)(
  'accepts one value of filters[$name] of $path with or without []',
  { tags: ['AREV-02', 'AREV-16'] },
  ({ path, name, field, schema }) => {
    if (!(schema instanceof z.ZodType)) throw new Error('The filters are no schema')
    const read = (value: unknown) => schema.safeParse({ ...requiredFilters[path], [name]: value })
    const isList = innerSchema(field) instanceof z.ZodArray
    const value = typed.find((each) => read(isList ? [each] : each).success)
    expect(value).toBeDefined()
    expect(read(value).data).toEqual(read([value]).data)
    expect(read(value).success).toBe(true)
  },
)

/** Reports of leaked secrets accept any text, so that an unusual one doesn't keep the others from being handled. */
const strictRoutes = routes.filter(({ endpoint }) => endpoint.operationId !== reportLeakedSecrets.operationId)

const texts = strictRoutes.flatMap(({ endpoint: { method, path, body } }) =>
  listTexts(body).map(([name, text]) => ({ call: `${method} ${path}`, name, text })),
)
const lastName = (name: string): string => name.split('.').findLast((part) => part !== '*') ?? ''

/** Accepted without any change, because the same text must be accepted again later. */
const secrets = new Set([
  'password',
  'password_confirmation',
  'current_password',
  'api_password',
  'token',
  'invitation_token',
])
const isSecret = (name: string): boolean => secrets.has(lastName(name))

/** Texts of several lines, and texts whose own rules restrict each line. */
const longTexts = new Set([
  'about',
  'admin_message',
  'admin_notes',
  'body',
  'changelog',
  'data_processing_locations',
  'description',
  'developer_notes',
  'draft_developer_notes',
  'how_it_works',
  'notes',
  'pricing_description',
  'reason',
  'sensitive_data_handling_details',
  'subprocessors_details',
  'summary',
  'allowed_cors_domain',
  'redirect_uri',
  // A manifest as text, which has its own validation.
  'content',
  // Counted by the page itself; not read as text.
  'additional_properties',
])

describe('a string of the contract', () => {
  const required = texts.filter(({ name, text }) => !isSecret(name) && !text.safeParse('').success)
  const lines = texts.filter(({ name }) => !isSecret(name) && !longTexts.has(lastName(name)))

  test('is found in every body', () => {
    expect(texts.length).toBeGreaterThan(100)
    expect(required.length).toBeGreaterThan(20)
    expect(lines.length).toBeGreaterThan(20)
  })

  test.each(required)(
    '$name of $call counts as blank when it is invisible',
    { tags: ['LVAL-08'] },
    ({ text }) => {
      for (const blank of [' ', '\u200B', '\u3164', '\u2800', '\u{E0041}', '\u2060 \u00AD']) {
        expect(text.safeParse(blank).success, JSON.stringify(blank)).toBe(false)
      }
    },
  )

  test.each(lines)('$name of $call refuses direction overrides', ({ text }) => {
    for (const override of ['\u202A', '\u202E', '\u2066', '\u2069']) {
      const line = `Site ${override}cnyS`
      expect(text.safeParse(line).success, JSON.stringify(line)).toBe(false)
    }
  })
})

const wrongValues: unknown[] = [
  undefined,
  null,
  '',
  ' ',
  'x\u202Ey',
  'x'.repeat(3000),
  -1,
  1.5,
  true,
  [],
  [{}],
  {},
]

/** Returns inputs with one wrong value in every field at once, and in each entry of its lists and objects. */
const wrongInputs = (schema: z.ZodType): unknown[] => [
  ...wrongValues,
  ...wrongValues.map((value) => Object.fromEntries(toFields(schema).map(([name]) => [name, value]))),
  ...wrongValues.map((value) =>
    Object.fromEntries(
      toFields(schema).map(([name, field]) => [
        name,
        toFields(field).length > 0
          ? Object.fromEntries(toFields(field).map(([inner]) => [inner, value]))
          : [value],
      ]),
    ),
  ),
]

function toRefusal(schema: z.ZodType, input: unknown): RefusalError | undefined {
  try {
    parsePart(schema, input)
    return undefined
  } catch (error) {
    if (error instanceof RefusalError) return error
    throw error
  }
}

const parts = routes.flatMap(({ endpoint: { operationId, ...endpoint } }) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part]
    return schema ? [{ operationId, part, schema }] : []
  }),
)

/**
 * Returns what a message may call a field: its name on the wire, or the same without underscores and `_id`. The
 * platform is called so, whatever its name, and an entry of a list by the singular of the list.
 */
function toNames(path: string): string[] {
  const name = lastName(path.replaceAll(/\.\d+(?=\.|$)/g, ''))
  if (name === '') return ['the input']
  const short = name.replace(/_ids?$/, '')
  const entry = short.replace(/_attributes$/, '').replace(/(?<![su])s$/, '')
  return [name, ...[short, entry].map((each) => each.replaceAll('_', ' ').replace('procore', 'platform'))]
}

/** These messages are clear without the name on the wire. */
const clearTexts = new Set([
  'A bucket has at least one template',
  'A bucket has at most 10 templates on a server',
  'A call carries at most 1,000 records',
  'An interval is a number of milliseconds in whole seconds, from 1,000 to 86,400,000',
  'Kind must be one of installation, uninstallation, marketplace_view, api_call',
  'Name at least one person',
  'Name at most 500 people',
  'Report at least one secret',
  'Report at most 100 secrets at once',
  'Send at least one record',
])

test.each(parts)('names the fields in errors of the $part of $operationId', ({ schema }) => {
  const nameless = wrongInputs(schema).flatMap((input) => {
    const refusal = toRefusal(schema, input)
    if (!refusal || refusal.code === 'malformed') return []
    const { message, errors, fields = {} } = toErrorReply(refusal, 'r')
    const names = Object.keys(fields).flatMap(toNames)
    return [message, ...errors].filter(
      (text) =>
        !/^and \d+ more$| is not a known field$/.test(text) &&
        !clearTexts.has(text) &&
        !names.some((name) => text.toLowerCase().includes(name.toLowerCase())),
    )
  })
  expect([...new Set(nameless)]).toEqual([])
})
