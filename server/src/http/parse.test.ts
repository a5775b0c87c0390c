import { expect, test } from 'vitest'
import { z } from 'zod'
import { RefusalError } from '../errors.ts'
import { parsePart } from './parse.ts'

function problemWith(schema: z.ZodType, value: unknown): string | undefined {
  try {
    parsePart(z.strictObject({ field: schema }), { field: value })
    return undefined
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    return error.fields?.['field']?.[0]
  }
}

test.each([
  ['no value', z.string(), undefined, 'This field is required'],
  ['null', z.string(), null, 'This field is required'],
  ['a number for a string', z.string(), 1, 'This must be a string'],
  ['a string for a number', z.number(), '1', 'This must be a number'],
  ['a fraction for a whole number', z.int(), 1.5, 'This must be a whole number'],
  ['one problem found twice once', z.int().min(0, 'Too small').multipleOf(5, 'Too small'), -1, 'Too small'],
  ['a string for a flag', z.boolean(), 'true', 'This must be true or false'],
  ['a string for a list', z.array(z.string()), 'a', 'This must be a list'],
  ['a string for an object', z.object({}), 'a', 'This must be an object'],
  ['a string for a record', z.record(z.string(), z.string()), 'a', 'This must be an object'],
  ['a string that is too short', z.string().min(1), '', 'This field is required'],
  ['a string that is too long', z.string().max(2), 'abc', 'Character limit exceeded (2)'],
  ['a number below its minimum', z.number().min(5), 4, 'At least 5'],
  ['the excluded minimum itself', z.number().gt(5), 5, 'At least 6'],
  ['a number above its maximum', z.number().max(5), 6, 'At most 5'],
  ['too few entries', z.array(z.string()).min(2), ['a'], 'At least 2'],
  ['too many entries', z.array(z.string()).max(1), ['a', 'b'], 'At most 1'],
  ['another choice', z.enum(['a', 'b']), 'c', 'Choose one of a, b'],
  ['none of several kinds', z.union([z.number(), z.boolean()]), 'c', 'This field is invalid'],
  ['another format than a UUID', z.uuid(), 'c', 'This must be a UUID'],
])('says what is wrong with %s', (_, schema, value, message) => {
  expect(problemWith(schema, value)).toBe(message)
})

test('says what is wrong with a name in a record', () => {
  const schema = z.strictObject({ field: z.record(z.string().max(3), z.number()) })
  for (const [name, shown] of [
    ['cccc', 'cccc'],
    ['c'.repeat(200), `${'c'.repeat(100)}…`],
  ] as const) {
    expect(() => parsePart(schema, { field: { [name]: 1 } })).toThrow(
      expect.objectContaining({ fields: { [`field.${shown}`]: ['Character limit exceeded (3)'] } }),
    )
  }
})

test('accepts the included limits', () => {
  const values = { number: 5, text: 'ab', list: ['a'] }
  const schema = z.strictObject({
    number: z.number().min(5).max(5),
    text: z.string().min(2).max(2),
    list: z.array(z.string()).min(1).max(1),
  })
  expect(parsePart(schema, values)).toEqual(values)
})
