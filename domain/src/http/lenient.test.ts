import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { lenient } from './lenient.ts'

const State = z.enum(['draft', 'live'])

test.each([
  ['a value', State, 'paused'],
  ['a field', z.object({ state: State }), { state: 'paused' }],
  ['a field of a row', z.array(z.object({ state: State })), [{ state: 'live' }, { state: 'paused' }]],
  ['a nullable field', z.object({ state: State.nullable() }), { state: 'paused' }],
  ['an optional field', z.object({ state: State.optional() }), { state: 'paused' }],
  ['a value of a record', z.record(z.string(), State), { one: 'paused' }],
  ['a key of a record', z.partialRecord(State, z.number()), { live: 1, paused: 2 }],
  ['a value of a pair', z.tuple([z.number(), State]), [1, 'paused']],
  ['one of several texts', z.union([z.literal('a'), z.literal('b')]), 'c'],
  ['one of several numbers', z.array(z.union([z.literal(1), z.literal(2)])), [2, 3]],
  ['a field of a variant', z.union([z.object({ state: State }), z.null()]), { state: 'paused' }],
  ['a field with its own rules', z.object({ state: State }).refine(() => true), { state: 'paused' }],
])('%s that the page does not know passes unchanged, although the server refuses it', (_, schema, value) => {
  expect(schema.safeParse(value).success).toBe(false)
  expect(lenient(schema).parse(value)).toEqual(value)
})

test.each([
  ['a wrong type for an enum value', z.object({ state: State }), { state: 5 }],
  ['a missing enum value', z.object({ state: State }), {}],
  ['null for an enum value', z.object({ state: State }), { state: null }],
  ['a number for a string', z.object({ name: z.string() }), { name: 5 }],
  ['an invalid time', z.object({ at: z.iso.datetime() }), { at: 'soon' }],
  ['an object that fails its own rule', z.object({ a: State }).refine(() => false), { a: 'live' }],
  ['too many rows', z.array(State).max(1), ['live', 'draft']],
])('%s is still refused', (_, schema, value) => {
  expect(lenient(schema).safeParse(value).success).toBe(false)
})

test('drops unknown fields, even where the server would refuse them', () => {
  expect(lenient(z.object({ a: z.string() })).parse({ a: 'x', secret: 1 })).toEqual({ a: 'x' })
  expect(lenient(z.strictObject({ a: z.string() })).parse({ a: 'x', later: 1 })).toEqual({ a: 'x' })
  expect(lenient(z.looseObject({ a: State })).parse({ a: 'new', later: 1 })).toEqual({ a: 'new', later: 1 })
})

test('applies defaults and conversions', () => {
  const schema = z.object({ state: State.default('draft'), count: z.string().transform(Number) })
  expect(lenient(schema).parse({ count: '4' })).toEqual({ state: 'draft', count: 4 })
})

test('makes a recursive schema lenient at every depth', () => {
  interface Tree {
    state: 'draft' | 'live'
    children: Tree[]
  }
  const Node: z.ZodType<Tree> = z.lazy(() => z.object({ state: State, children: z.array(Node) }))
  const tree = { state: 'paused', children: [{ state: 'gone', children: [] }] }
  expect(lenient(Node).parse(tree)).toEqual(tree)
})

test('accepts any text in place of a known one', () => {
  fc.assert(
    fc.property(fc.string(), (state) => {
      expect(lenient(z.object({ state: State })).parse({ state })).toEqual({ state })
    }),
  )
})

test('refuses an unknown variant', () => {
  const schema = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('a'), a: z.string() }),
    z.object({ kind: z.literal('b'), b: z.string() }),
  ])
  expect(lenient(schema).parse({ kind: 'b', b: 'x' })).toEqual({ kind: 'b', b: 'x' })
  expect(lenient(schema).safeParse({ kind: 'c' }).success).toBe(false)
})

test('creates the lenient form of a schema once', () => {
  const schema = z.object({ state: State })
  expect(lenient(schema)).toBe(lenient(schema))
})
