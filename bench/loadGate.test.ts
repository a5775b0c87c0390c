import { expect, test } from 'vitest'
import { findFailures, type LoadResult } from './loadGate.ts'

const atLimits: LoadResult = {
  name: 'Trestle',
  people: 100,
  processes: 1,
  errors: [],
  p95: 300,
  cpuMs: 1.5,
  memoryGrowth: 0.1,
  handleGrowth: 20,
}

const beyond: [Partial<LoadResult>, string][] = [
  [{ p95: 301 }, 'p95 is 301 ms'],
  [{ cpuMs: 1.51 }, '1.51 ms of processor time per request'],
  [{ memoryGrowth: 0.11 }, 'memory grew by 11 %'],
  [{ handleGrowth: 21 }, '21 more open files and connections'],
]

test('accepts a run at its limits', () => {
  expect(findFailures(atLimits)).toEqual([])
})

test.each(beyond)('refuses a run with %o', (measured, failure) => {
  expect(findFailures({ ...atLimits, ...measured })).toEqual([`Trestle, 100 people, 1 processes: ${failure}`])
})

test.each<[string, Partial<LoadResult>]>([
  ['the bare server', { name: 'bare' }],
  ['500 people', { people: 500 }],
  ['two processes', { processes: 2 }],
])('has no limits for %s, except that requests succeed', (_name, run) => {
  const measured = Object.assign({}, ...beyond.map(([each]) => each)) as Partial<LoadResult>
  expect(findFailures({ ...atLimits, ...measured, ...run })).toEqual([])
  expect(findFailures({ ...atLimits, ...run, errors: ['GET / answered 500'] })).toEqual([
    expect.stringContaining('GET / answered 500'),
  ])
})

test('names at most five errors', () => {
  const errors = Array.from({ length: 9 }, (_, index) => `error ${index}`)
  expect(findFailures({ ...atLimits, errors })).toHaveLength(5)
})
