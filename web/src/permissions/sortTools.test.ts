import { expect, test } from 'vitest'
import type { Tool } from '@trestle/domain/permissions/contract.ts'
import type { Level } from '@trestle/domain/permissions/levels.ts'
import { sortedTools, toolsFound, unknownTools } from './sortTools.ts'

const tool = (name: string): Tool => ({ name, friendly_name: name, disabled_uals: [] })
const tools = [tool('Home'), tool('Admin'), tool('Reports')]
const provided: Record<string, Level> = { Home: 'admin', Reports: 'readonly' }
const namesBy = (sort: string | undefined) =>
  sortedTools(tools, sort, ({ name }) => provided[name] ?? 'none').map(({ name }) => name)

test.each([
  [undefined, ['Admin', 'Home', 'Reports']],
  ['friendly_name', ['Admin', 'Home', 'Reports']],
  ['-friendly_name', ['Reports', 'Home', 'Admin']],
  ['admin', ['Home', 'Admin', 'Reports']],
  ['readonly', ['Reports', 'Admin', 'Home']],
  ['-none', ['Home', 'Reports', 'Admin']],
])('sorts the grid by %s as %j', { tags: ['PERM-03'] }, (sort, names) => {
  expect(namesBy(sort)).toEqual(names)
})

test('offers None and its level for a tool that does not exist', { tags: ['PERM-07'] }, () => {
  expect(unknownTools('company', { weather: 'standard', directory: 'admin', snow: 'none' })).toEqual([
    { name: 'weather', friendly_name: 'weather', disabled_uals: [2, 4] },
  ])
})

test('finds tools by display name and by manifest name', { tags: ['PERM-03'] }, () => {
  const known: Tool[] = [
    { name: 'home', friendly_name: 'Portfolio', disabled_uals: [] },
    { name: 'daily_log', friendly_name: 'Daily Log', disabled_uals: [] },
  ]
  const found = (search: string) => toolsFound(known, search).map(({ name }) => name)
  expect(found(' ')).toEqual(['home', 'daily_log'])
  expect(found('LOG daily')).toEqual(['daily_log'])
  expect(found('home')).toEqual(['home'])
  expect(found('folio')).toEqual(['home'])
  expect(found('weather')).toEqual([])
})
