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
