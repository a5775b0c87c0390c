import { expect, test } from 'vitest'
import './en.ts'
import { textsFor } from '../../testing/i18next.ts'

const texts = textsFor('Girder')

test('renders a missing text as a marker with its key', { tags: ['SHELL-28', 'SHELL-29'] }, () => {
  const missing: string = 'apps.list.nowhere'
  expect(texts.t(missing as 'ui.close')).toBe('[missing "apps.list.nowhere" translation]')
})

test("inserts the platform's name into every text by default", () => {
  expect(texts.t('shell.home.title')).toBe('Build on Girder')
})

test('picks the text by count', () => {
  expect(texts.t('ui.count', { count: 1, shown: '1' })).toBe('1 result')
  expect(texts.t('ui.count', { count: 3, shown: '3' })).toBe('3 results')
})

test('does not escape values twice', () => {
  expect(texts.t('shell.app.backToApp', { name: 'A & B' })).toBe('Back to A & B')
})
