import { expect, test } from 'vitest'
import { searchOver } from './searchOver.ts'

const passage = (text: string, id = 0) => ({
  slug: 'page',
  title: 'Page',
  heading: null,
  anchor: `part-${id}`,
  text,
})

test('lists the best matches and counts all of them', () => {
  const search = searchOver(Array.from({ length: 45 }, (_, id) => passage('An app.', id)))
  const { results, total } = search('app')
  expect([results.length, total]).toEqual([20, 45])
})

test('finds the words of an encoded address, but no digits of its encoding', () => {
  const search = searchOver([
    passage('redirect_uri=https%3A%2F%2Fapp.example.com%2Fcallback'),
    passage('%2F in the address', 1),
  ])
  const found = (words: string) => search(words).results.map(({ passage: { anchor } }) => anchor)
  expect(found('2fa')).toEqual([])
  expect(found('app callback')).toEqual(['part-0'])
  expect(found('%2F')).toEqual(['part-1'])
})
