import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { ResultList } from './ResultList.tsx'

const passage = { slug: 'apps', title: 'Apps', heading: null, anchor: null, text: 'An app.' }
const result = { id: 'apps#', passage, excerpt: [{ text: 'An app.', isMatch: false }] }

test.each([
  [1, '1 match'],
  [45, '1 of 45 matches'],
])('a search with %i matches says how many of them it lists', async (total, text) => {
  renderPart(<ResultList words="app" found={{ results: [result], total }} />)
  await expect.element(page.getByText(text, { exact: true })).toBeVisible()
})
