import { expect, test } from 'vitest'
import { guidePassages } from './guides.ts'

const anchors = (markdown: string) => guidePassages(markdown).map(({ anchor }) => anchor)

test('equal headings of a guide get different anchors', () => {
  expect(anchors('## Example\n\n### Example\n\n## Example')).toEqual(['example', 'example-1', 'example-2'])
  expect(anchors('## Step 1\n## Step\n## Step')).toEqual(['step-1', 'step', 'step-2'])
})

test('anchors of a guide keep dots and underscores', () => {
  expect(anchors('Before.\n\n## Keys of `per_page` in 1.0')).toEqual([null, 'keys-of-per_page-in-1.0'])
})

test('a heading in any script has an anchor', () => {
  expect(anchors('## はじめに')).toEqual(['はじめに'])
})

test('passages of a guide know the lines of their headings', () => {
  expect(guidePassages('Before.\n\n## First\nText.\n ### Second ##').map(({ line }) => line)).toEqual([
    0, 3, 5,
  ])
})
