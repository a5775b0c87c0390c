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

test('a match in a heading comes before one in a title, and that before one in a text', () => {
  const search = searchOver([
    { ...passage('The scope of a token.'), anchor: 'text' },
    { ...passage('One.'), title: 'Scope of a token', anchor: 'title' },
    { ...passage('One.'), heading: 'Scope of a token', anchor: 'heading' },
  ])
  expect(search('scope').results.map(({ passage: { anchor } }) => anchor)).toEqual([
    'heading',
    'title',
    'text',
  ])
})

test('finds words with accents without typing them', () => {
  expect(searchOver([passage('The menú.')])('menu').total).toBe(1)
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
