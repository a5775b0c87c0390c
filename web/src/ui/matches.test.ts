import { expect, test } from 'vitest'
import { bestFirst, filterOptions } from './matches.ts'

const toOptions = (labels: string[]) => labels.map((label) => ({ label, value: label }))

const options = toOptions(['Site Müller', 'Müller Hoch', 'Mueller'])

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

test('counts a word after punctuation as a word', () => {
  const labels = ['Motor (Crane)', 'Hurricane', "L'Crane"]
  expect(bestFirst(toOptions(['Concrane', ...labels]), 'crane').map(({ label }) => label)).toEqual([
    'Motor (Crane)',
    "L'Crane",
    'Concrane',
    'Hurricane',
  ])
})

test('leaves out groups without a match', () => {
  const groups = [
    { group: 'Europe', items: toOptions(['France', 'Spain']) },
    { group: 'Asia', items: toOptions(['Japan']) },
  ]
  expect(filterOptions({ options: groups, search: 'pa', limit: 10 })).toEqual([
    { group: 'Europe', items: toOptions(['Spain']) },
    { group: 'Asia', items: toOptions(['Japan']) },
  ])
  expect(filterOptions({ options: groups, search: 'fra', limit: 10 })).toEqual([
    { group: 'Europe', items: toOptions(['France']) },
  ])
})
