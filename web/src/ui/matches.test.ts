import { expect, test } from 'vitest'
import { bestFirst, filterOptions } from './matches.ts'

const options = ['Site Müller', 'Müller Hoch', 'Mueller'].map((label) => ({ label, value: label }))

test('finds options without their accents, best matches first', () => {
  const find = (search: string) =>
    filterOptions({ options, search, limit: 10 }).flatMap((option) => ('label' in option ? option.label : []))
  for (const search of ['muller', ' MÜLLER', 'Mu\u0308ller']) {
    expect(find(search), search).toEqual(['Müller Hoch', 'Site Müller'])
  }
  expect(bestFirst(options, 'mu').map(({ label }) => label)).toEqual([
    'Müller Hoch',
    'Mueller',
    'Site Müller',
  ])
})
