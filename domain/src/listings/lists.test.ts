import { expect, test } from 'vitest'
import { categories } from './lists.ts'

test('categories are sorted by name with Other last', { tags: ['LIST-30'] }, () => {
  const names = categories.map(({ name }) => name)
  expect(names.at(-1)).toBe('Other')
  const others = names.slice(0, -1)
  expect(others).toEqual(others.toSorted((a, b) => a.localeCompare(b, 'en')))
})

test('categories keep the ids that stored listings use', () => {
  const ids = Object.fromEntries(categories.map(({ name, id }) => [name, id]))
  expect(ids).toMatchObject({
    Accounting: 1,
    'Time & Material Tracking': 11,
    Other: 12,
    'Compliance & Insurance': 13,
    'Workforce & HR': 21,
  })
  expect(new Set(Object.values(ids)).size).toBe(21)
})
