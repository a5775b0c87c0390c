// @module-tag engine
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import type { Database } from './pool.ts'

let database: Database

beforeAll(async () => {
  database = await openTestDatabase()
})

afterAll(() => database.close())

// One row for each type. The runs on both engines expect the same values.
test.each([
  ['int8', `9007199254740991::int8`, 9_007_199_254_740_991],
  ['a count', `count(*)`, 1],
  [
    'int8[]',
    `'{{1,2},{NULL,-4}}'::int8[]`,
    [
      [1, 2],
      [null, -4],
    ],
  ],
  ['int4', `-7::int4`, -7],
  ['numeric', `12345678901234567890.10::numeric`, '12345678901234567890.10'],
  ['numeric[]', `'{1.50,NULL}'::numeric[]`, ['1.50', null]],
  ['float8', `0.1::float8`, 0.1],
  ['boolean', `true`, true],
  [
    'timestamptz with microseconds',
    `'2026-11-21 04:33:00.123456+02'::timestamptz`,
    '2026-11-21T02:33:00.123456Z',
  ],
  [
    'timestamptz with a trailing zero',
    `'2026-11-21 02:33:00.123450Z'::timestamptz`,
    '2026-11-21T02:33:00.123450Z',
  ],
  ['timestamptz with milliseconds', `'2026-11-21 02:33:00.12Z'::timestamptz`, '2026-11-21T02:33:00.120Z'],
  ['timestamptz on the second', `'2026-11-21 02:33:00Z'::timestamptz`, '2026-11-21T02:33:00.000Z'],
  ['timestamptz without end', `'infinity'::timestamptz`, 'infinity'],
  ['timestamptz[]', `array['2026-11-21 02:33:00Z'::timestamptz, null]`, ['2026-11-21T02:33:00.000Z', null]],
  ['date', `'2026-03-29'::date`, '2026-03-29'],
  ['date[]', `array['2026-03-29'::date]`, ['2026-03-29']],
  ['json', `'{"b": 1,  "a": [2]}'::json`, '{"b": 1,  "a": [2]}'],
  ['json[]', `array['{"b": 1}'::json]`, ['{"b": 1}']],
  ['jsonb', `'{"b": 1, "a": [2]}'::jsonb`, { a: [2], b: 1 }],
  ['uuid', `'0190b5a4-7c6e-7000-8000-000000000001'::uuid`, '0190b5a4-7c6e-7000-8000-000000000001'],
  ['text[]', `array['a,b', '"', null]`, ['a,b', '"', null]],
  ['bytea', String.raw`'\x00ff'::bytea`, Buffer.from([0, 255])],
])('%s', async (_type, expression, value) => {
  const { rows } = await database.pool.query<{ value: unknown }>(`select ${expression} as value`)
  expect(rows).toEqual([{ value }])
})

test('returns a time as it was written', async () => {
  const now = new Date('2026-11-21T02:33:00.070Z')
  const { rows } = await database.pool.query('select $1::timestamptz as at', [now])
  expect(rows).toEqual([{ at: now.toISOString() }])
})

test('fails for a whole number too large for JavaScript instead of returning another number', async () => {
  await expect(database.pool.query(`select 9007199254740993::int8`)).rejects.toThrow(
    'The number 9007199254740993 is too large to be exact.',
  )
})

test('fails for a time in a session that left UTC instead of returning another time', async () => {
  const client = await database.pool.connect()
  await client.query(`set timezone to 'Asia/Tokyo'`)
  await expect(client.query('select now()')).rejects.toThrow('Every session must run in the time zone UTC.')
  client.release(true)
})
