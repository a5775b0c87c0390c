import { expect, test } from 'vitest'
import { textsFor } from './i18n.ts'

const texts = textsFor('Girder')

test('a missing text renders as a marker with its key', { tags: ['SHELL-28', 'SHELL-29'] }, () => {
  const missing: string = 'apps.list.nowhere'
  expect(texts.t(missing as 'ui.close')).toBe('[missing "apps.list.nowhere" translation]')
})

test('the name of the platform stands in every text without being handed over', () => {
  expect(texts.t('shell.home.title')).toBe('Build on Girder')
})

test('counts choose their words', () => {
  expect(texts.t('ui.count', { count: 1 })).toBe('1 result')
  expect(texts.t('ui.count', { count: 3 })).toBe('3 results')
})

test('an address of the visitor is not escaped twice', () => {
  expect(texts.t('shell.app.backToApp', { name: 'A & B' })).toBe('Back to A & B')
})
