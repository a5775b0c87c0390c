import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fieldsOf, innerSchema, textsOf } from '../testing/schemas.ts'
import { routes } from './routes.ts'

/** Something that every kind of filter takes. */
const typed = ['1', 'true', '2026-01-31', 'fix', 'Sandbox', 'site']

const filters = routes.flatMap(({ endpoint: { path, query } }) => {
  const schema = Object.fromEntries(fieldsOf(query))['filters']
  return fieldsOf(schema).map(([name, field]) => ({ path, name, field, schema }))
})

test('there are lists with filters', () => {
  expect(filters.length).toBeGreaterThan(30)
})

/** A filter that others are read along with. */
const required = { '/api/v1/manifests': { developer_app_id: '1' } } as Record<string, object>

test.each(filters)(
  'one value of filters[$name] of $path may be written with or without [] (AREV-02, AREV-16)',
  ({ path, name, field, schema }) => {
    if (!(schema instanceof z.ZodType)) throw new Error('The filters are no schema')
    const read = (value: unknown) => schema.safeParse({ ...required[path], [name]: value })
    const isList = innerSchema(field) instanceof z.ZodArray
    const value = typed.find((each) => read(isList ? [each] : each).success)
    expect(value).toBeDefined()
    expect(read(value).data).toEqual(read([value]).data)
    expect(read(value).success).toBe(true)
  },
)

const texts = routes.flatMap(({ endpoint: { method, path, body } }) =>
  textsOf(body).map(([name, text]) => ({ call: `${method} ${path}`, name, text })),
)
const lastName = (name: string): string => name.split('.').findLast((part) => part !== '*') ?? ''

/** Taken letter by letter, so that what was typed once can be typed again. */
const secrets = new Set(['password', 'password_confirmation', 'current_password', 'api_password', 'token'])

/** Texts of several lines, and texts whose own rules say line by line what they may hold. */
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
  // A manifest as text, which its own validation reads.
  'content',
  // What the page itself counts; no one reads it as a text.
  'additional_properties',
])

describe('a text of the contract', () => {
  test('is found in every body', () => {
    expect(texts.length).toBeGreaterThan(100)
  })

  test.each(texts)('$name of $call counts as blank when it is invisible (LVAL-08)', ({ name, text }) => {
    const isRequired = !text.safeParse('').success
    if (!isRequired || secrets.has(lastName(name))) return
    for (const blank of [' ', '\u200B', '\u3164', '\u2800', '\u{E0041}', '\u2060 \u00AD']) {
      expect(text.safeParse(blank).success, JSON.stringify(blank)).toBe(false)
    }
  })

  test.each(texts)(
    '$name of $call refuses direction overrides, unless it is a long text',
    ({ name, text }) => {
      if (secrets.has(lastName(name)) || longTexts.has(lastName(name))) return
      for (const override of ['\u202A', '\u202E', '\u2066', '\u2069']) {
        const typed = `Site ${override}cnyS`
        expect(text.safeParse(typed).success, JSON.stringify(typed)).toBe(false)
      }
    },
  )
})
