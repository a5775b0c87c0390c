import { expect, test } from 'vitest'
import { groupByPath } from './groupByPath.ts'

test('groups messages by field, each once, even if a field is named like a property of every object', () => {
  const fields = groupByPath([
    ['name', 'Too short'],
    ['constructor', 'is not a known field'],
    ['name', 'No spaces'],
    ['name', 'Too short'],
    ['__proto__', 'is not a known field'],
  ])
  expect(Object.entries(fields)).toEqual([
    ['name', ['Too short', 'No spaces']],
    ['constructor', ['is not a known field']],
    ['__proto__', ['is not a known field']],
  ])
})
