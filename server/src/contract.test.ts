import { expect, test } from 'vitest'
import { z } from 'zod'
import { fieldsOf, innerSchema } from '../testing/schemas.ts'
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
