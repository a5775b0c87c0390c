import { examplesIn, snippetsFor, templates } from '@trestle/domain/manifests/templates.ts'
import { expect, test } from 'vitest'
import { textsFor } from '../../../testing/i18next.ts'
import { cardLabel } from './cardLabels.ts'

const { t } = textsFor('Trestle')

test('names what is still an example of the template and its snippets as the cards do', () => {
  const snippets = snippetsFor('4.1', { hasExistingManifest: true, isGovernmentCloud: false })
  const content: unknown = Object.assign({}, templates['4.1'], ...snippets.map((each) => each.content))
  const labels = examplesIn(content).map((pointer) => cardLabel(t, pointer))
  expect(labels.filter((label) => !label.includes('support_link'))).toEqual([
    'Instructions › Notes',
    'Instructions › Page URL',
    'Full screen › Source URL',
    'Side panel › Source URL',
  ])
})

test('names by its path what no card shows', () => {
  expect(cardLabel(t, '/sidepanel/description')).toBe('sidepanel › description')
})
