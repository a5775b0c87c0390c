import { expect, test } from 'vitest'
import { categories, productTools } from '../listings/lists.ts'
import { searchWords } from './search.ts'

const named = (typed: string) =>
  searchWords(typed).map(({ text, categoryIds, toolIds }) => ({
    text,
    names: [
      ...categories.filter(({ id }) => categoryIds.includes(id)).map(({ name }) => name),
      ...productTools.filter(({ id }) => toolIds.includes(id)).map(({ title }) => title),
    ],
  }))

test.each<[typed: string, words: ReturnType<typeof named>]>([
  ['', []],
  ['  \t ', []],
  [
    '  Crane   WATCH ',
    [
      { text: 'crane', names: [] },
      { text: 'watch', names: [] },
    ],
  ],
  ['Ägain again', [{ text: 'again', names: [] }]],
  ['invöic', [{ text: 'invoic', names: ['Invoicing'] }]],
  ['again Again', [{ text: 'again', names: [] }]],
  ['invoic', [{ text: 'invoic', names: ['Invoicing'] }]],
  // A long word matches anywhere in a name, a short one at the start of a word.
  ['anage', [{ text: 'anage', names: ['Contract Management', 'Document Management', 'Project Management'] }]],
  ['ntr', [{ text: 'ntr', names: ['Contract Management', 'Prime Contracts'] }]],
  ['lo', [{ text: 'lo', names: ['Daily Log'] }]],
  ['og', [{ text: 'og', names: [] }]],
  ['t&', [{ text: 't&', names: ['T&M Tickets'] }]],
])('splits %j into words', (typed, words) => {
  expect(named(typed)).toEqual(words)
})

test('limits the number of words in a search', () => {
  const typed = Array.from({ length: 100 }, (_, n) => `w${n}`).join(' ')
  expect(searchWords(typed)).toHaveLength(10)
})
